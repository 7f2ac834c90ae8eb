import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';

/** File that says that a folder is ours to replace. */
const MARKER = '.serving-stack';

/** Writes finished folders into a directory: all of them, or none where anything goes wrong. */
export class OutputFolder {
  private readonly temporary: string;
  private readonly created: boolean;
  private readonly names: string[] = [];

  /** Begins to write below `directory`, which is created where it is missing. */
  constructor(private readonly directory: string) {
    this.created = !existsSync(directory);
    makeFolder(directory);
    // beside its destination, so that a rename is all that is left to do
    this.temporary = mkdtempSync(join(directory, '.serving-stack-'));
  }

  /** Why `name` below the directory cannot be replaced, if so. */
  public refusal(name: string): string | undefined {
    const folder = join(this.directory, name);
    if (!existsSync(folder)) {
      return undefined;
    }
    if (!statSync(folder).isDirectory()) {
      return `${folder}: is a file, move it away to write a stack of that name`;
    }
    const entries = readdirSync(folder);
    return entries.length === 0 || entries.includes(MARKER)
      ? undefined
      : `${folder}: was not written by serving-stack (it has no ${MARKER} file), move it away or choose another -o`;
  }

  /** A new folder whose content will stand at `name` once everything is finished. */
  public begin(name: string): string {
    const folder = join(this.temporary, name);
    mkdirSync(folder);
    writeFileSync(join(folder, MARKER), 'Written by serving-stack, which replaces this folder as a whole.\n');
    this.names.push(name);
    return folder;
  }

  /** Puts every folder into its place, or none. */
  public finish(): void {
    const replaced = mkdtempSync(this.temporary + sep);
    const undo: Array<() => void> = [];
    try {
      for (const name of this.names) {
        const folder = join(this.directory, name);
        if (existsSync(folder)) {
          renameSync(folder, join(replaced, name));
          undo.unshift(() => renameSync(join(replaced, name), folder));
        }
        renameSync(join(this.temporary, name), folder);
        undo.unshift(() => renameSync(folder, join(this.temporary, name)));
      }
    } catch (error) {
      undo.forEach(step => step());
      throw error;
    }
    rmSync(this.temporary, { recursive: true });
  }

  /** Leaves the directory as it was. */
  public abandon(): void {
    rmSync(this.temporary, { recursive: true, force: true });
    if (this.created && readdirSync(this.directory).length === 0) {
      rmSync(this.directory, { recursive: true });
    }
  }
}

/** Makes a folder and those above it, one by one: told to do it by itself, Node.js never comes back from below /proc. */
function makeFolder(folder: string): void {
  if (!existsSync(folder)) {
    const parent = dirname(folder);
    // the working directory may be gone
    if (parent !== folder) {
      makeFolder(parent);
    }
    try {
      mkdirSync(folder);
    } catch (error) {
      // somebody else may have been faster
      if (!existsSync(folder)) {
        throw new Error(`${folder}: cannot be made, choose a folder to write into: ${(error as Error).message}`);
      }
    }
  }
  if (!statSync(folder).isDirectory()) {
    throw new Error(`${folder}: is ${statSync(folder).isFile() ? 'a file' : 'a device'}, choose a folder to write into`);
  }
}
