import { join } from 'node:path';

/** A folder that was written. */
export interface Written {
  readonly folder: string;
  readonly count: number;
  /** Their names, which are of interest where there is one folder. */
  readonly files: readonly string[];
}

/** What the command prints, and where: results on standard output, all else on standard error. */
export class Terminal {
  /** One that says nothing. */
  public static silent(): Terminal {
    return new Terminal(process.stdout, process.stderr, true);
  }

  private lastProgress = '';

  constructor(
    private readonly stdout: NodeJS.WriteStream,
    private readonly stderr: NodeJS.WriteStream,
    private readonly quiet = false,
  ) {}

  /** Whether results may have colours. */
  public get colours(): boolean {
    return this.stdout.isTTY === true && !process.env.NO_COLOR;
  }

  /** How far a long run has come, where somebody is watching. */
  public progress(done: number, total: number): void {
    if (this.quiet || !this.stderr.isTTY || total < 20) {
      return;
    }
    const text = done === total ? '' : `${Math.floor(100 * done / total)} % of ${total} files`;
    if (text !== this.lastProgress) {
      this.stderr.write(`\r\u001b[K${text}`);
      this.lastProgress = text;
    }
  }

  /** A result that was asked for. */
  public print(text: string): void {
    this.stdout.write(text);
  }

  /** What was written: the files of one folder, or how many each of several has. */
  public list(written: readonly Written[]): void {
    if (!this.quiet) {
      this.stdout.write(written.length === 1
        ? written[0].files.map(file => `${join(written[0].folder, file)}\n`).join('')
        : written.map(({ folder, count }) => `${folder}: ${count} files\n`).join(''));
    }
  }

  public note(text: string): void {
    this.say('note', text);
  }

  public warn(text: string): void {
    this.say('warning', text);
  }

  public error(text: string): void {
    this.stderr.write(text.split('\n').map(line => `error: ${line}\n`).join(''));
  }

  private say(kind: string, text: string): void {
    if (!this.quiet) {
      this.stderr.write(`${kind}: ${text}\n`);
    }
  }
}
