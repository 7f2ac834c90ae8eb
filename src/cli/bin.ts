import { setFlagsFromString } from 'node:v8';
import { main } from './main';

declare const SERVING_STACK_VERSION: string; // by the bundler

// a fleet leaves nothing behind from stack to stack, but V8 would rather grow its heap than look
setFlagsFromString('--semi-space-growth-factor=1');
setFlagsFromString('--heap-growing-percent=20');

// what ends before it is finished is not fine
const UNFINISHED = 2;
process.exitCode = UNFINISHED;
let failed = false;

// a reader that has seen enough is no failure, a full disk is
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code !== 'EPIPE' && stream === process.stdout) {
      process.stderr.write(`error: standard output: ${message}\n`);
      failed = true;
    }
  });
}

void Promise.resolve(main(process.argv.slice(2), SERVING_STACK_VERSION)).then(code => {
  // an exec plugin or a connection may be open still, and is not waited for; what was printed is
  process.stdout.write('', () => process.stderr.write('', () => process.exit(failed ? UNFINISHED : code)));
});
