import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, posix, resolve } from 'node:path';
import { goApp } from './init/go';
import { javaApp } from './init/java';
import { deliveryCall, NewApp, Pins } from './init/new-app';
import { pythonApp } from './init/python';
import { typescriptApp } from './init/typescript';
import { RefusedError, UsageError } from './stacks';
import { Terminal } from './terminal';
import { engineFault } from '../constructs/stack-config';
import { StackKind } from '../constructs/stack-options';
import { ARGO_CD_FIELDS } from '../delivery/argo-cd-options';
import { formatFault, show } from '../lib/fault';
import { dnsLabel, repositoryFolder } from '../lib/names';
import { check, Field, Problem } from '../lib/schema';
import { checkBareText } from '../lib/values-check';

/** Options of `serving-stack init`. */
export interface InitOptions {
  readonly output: string;
  readonly delivery: string;
  readonly stack: StackKind;
  readonly name?: string;
  readonly repoUrl?: string;
  readonly path?: string;
  readonly namespace?: string;
}

const LANGUAGES: Readonly<Record<string, (app: NewApp) => Record<string, string>>> = {
  typescript: typescriptApp,
  python: pythonApp,
  java: javaApp,
  go: goApp,
};

/** Languages that an app can be in, the default first. */
export const INIT_LANGUAGES = Object.keys(LANGUAGES);

/** Where cdk8s writes to. */
const OUTPUT = 'dist';

const LABEL: Field = { type: 'string', check: name => dnsLabel(name) ?? checkBareText(name)[0] };

interface Flag {
  readonly name: string;
  readonly field: Field;
  /** What cannot be guessed, and what to add therefore. */
  readonly fix: string;
}

const PATH: Flag = {
  name: '--path',
  field: {
    type: 'string',
    check: path => repositoryFolder(path) ?? (posix.basename(path) === OUTPUT ? undefined : {
      problem: `${show(path)} does not end in ${show(OUTPUT)}, which is what the app writes`,
      fix: `use ${show(posix.join(path, OUTPUT))}`,
    }),
  },
  fix: 'add the folder of the output from the root of the repository, such as --path clusters/west/dist',
};

/** What each engine must be told beyond the name. */
const FLAGS: Readonly<Record<string, Readonly<Record<string, Flag>>>> = {
  'flux': { path: PATH },
  'argo-cd': {
    repoUrl: {
      name: '--repo-url',
      field: ARGO_CD_FIELDS.repoUrl,
      fix: 'add the repository as Argo CD reaches it, such as --repo-url https://git.example.com/platform/clusters.git',
    },
    path: PATH,
  },
  'crossplane': {
    namespace: { name: '--namespace', field: LABEL, fix: 'add the namespace of the stack\'s objects on the control plane, such as --namespace platform' },
  },
};

/** Flags that only some engines have. */
const ALL_FLAGS = Object.assign({}, ...Object.values(FLAGS)) as Record<string, Flag>;

/** Writes a new app into a folder that is new or empty, or nothing at all. */
export function init(language: string, options: InitOptions, version: string, terminal: Terminal): void {
  if (options.output === '') {
    throw new UsageError('-o: the folder has no name');
  }
  const folder = resolve(options.output);
  const files = LANGUAGES[language](newApp(options, options.name ?? basename(folder), version));
  writeApp(folder, files);
  const names = Object.keys(files).sort();
  terminal.list([{ folder: options.output, count: names.length, files: names }]);
  terminal.note(`${join(options.output, 'README.md')} says how to go on`);
}

function newApp(options: InitOptions, name: string, version: string): NewApp {
  const unknown = engineFault(options.delivery);
  if (unknown) {
    throw new UsageError(unknown);
  }
  const flags = FLAGS[options.delivery] ?? {};
  const faults = [
    ...problems('--name', name, LABEL),
    ...Object.entries(ALL_FLAGS).flatMap(([key, flag]) => {
      const value = options[key as keyof InitOptions];
      if (value === undefined) {
        return key in flags ? [line(flag.name, { problem: `missing for delivery ${options.delivery}`, fix: flag.fix })] : [];
      }
      return key in flags ? problems(flag.name, value, flag.field)
        : [line(flag.name, { problem: `not an option of delivery ${options.delivery}`, fix: 'leave it out' })];
    }),
  ];
  if (faults.length > 0) {
    throw new UsageError(faults.join('\n'));
  }
  const given = Object.fromEntries(Object.keys(flags).map(key => [key, options[key as keyof InitOptions]!]));
  return {
    name,
    stack: options.stack,
    delivery: deliveryCall(options.delivery, options.delivery === 'crossplane' ? { name, ...given } : given),
    place: options.path === undefined ? undefined : posix.dirname(posix.normalize(options.path)),
    pins: pins(version),
  };
}

function problems(flag: string, value: string, field: Field): string[] {
  return check(value, field, 'props').faults.map(fault => line(flag, fault));
}

function line(flag: string, { problem, fix }: Problem): string {
  return formatFault({ location: flag, path: [], problem, fix });
}

/** What the manifest of this package says of versions. */
function pins(version: string): Pins {
  let folder = __dirname;
  // one folder above the bundled command, more above its source
  while (!existsSync(join(folder, 'package.json'))) {
    folder = dirname(folder);
  }
  const { peerDependencies, devDependencies, jsii } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return { version, peers: peerDependencies, tools: devDependencies, targets: jsii.targets };
}

/** Puts files into a folder that has nothing but the data of Git, or leaves everything as it was. */
function writeApp(folder: string, files: Readonly<Record<string, string>>): void {
  if (existsSync(folder)) {
    if (!statSync(folder).isDirectory()) {
      throw new RefusedError([`${folder}: is not a folder, choose another -o`]);
    }
    if (readdirSync(folder).some(entry => entry !== '.git')) {
      throw new RefusedError([`${folder}: is not empty, choose a folder that is new or empty with -o`]);
    }
  }
  const undo: Array<() => void> = [];
  try {
    makeFolders(folder, undo);
    const temporary = mkdtempSync(join(folder, '.serving-stack-'));
    undo.unshift(() => rmSync(temporary, { recursive: true, force: true }));
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(temporary, file)), { recursive: true });
      writeFileSync(join(temporary, file), text);
    }
    for (const entry of readdirSync(temporary)) {
      // the folder itself stays the same, since somebody may stand in it
      renameSync(join(temporary, entry), join(folder, entry));
      undo.unshift(() => rmSync(join(folder, entry), { recursive: true }));
    }
    rmSync(temporary, { recursive: true });
  } catch (error) {
    undo.forEach(step => step());
    throw error;
  }
}

/** Makes a folder and those above it, one by one: told to do it by itself, Node.js never comes back from below /proc. */
function makeFolders(folder: string, undo: Array<() => void>): void {
  if (!existsSync(folder)) {
    makeFolders(dirname(folder), undo);
    try {
      mkdirSync(folder);
    } catch (error) {
      throw new Error(`${folder}: cannot be made, choose another -o: ${(error as Error).message}`);
    }
    undo.unshift(() => rmSync(folder, { recursive: true }));
  }
}
