import { join } from 'node:path';

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

  /** What was written: each stack's folder and files, the files only where there is one stack. */
  public list(written: readonly (readonly string[])[]): void {
    if (!this.quiet) {
      this.stdout.write(written.length === 1
        ? written[0].slice(1).map(file => `${join(written[0][0], file)}\n`).join('')
        : written.map(([folder, ...files]) => `${folder}: ${files.length} files\n`).join(''));
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
