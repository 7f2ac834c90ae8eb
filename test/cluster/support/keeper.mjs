// Runs programs until one of them ends or standard input does, then stops them all and removes a folder. Whoever starts it holds the other end
// of standard input, which closes however he dies: node keeper.mjs FOLDER '[["PROGRAM", "ARGUMENT"]]'
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';

const [folder, programs] = process.argv.slice(2);
let stopping = false;

const children = JSON.parse(programs).map(([program, ...args]) => {
  const log = join(folder, `${basename(program)}.log`);
  const output = openSync(log, 'w');
  const child = spawn(program, args, { stdio: ['ignore', output, output] });
  closeSync(output);
  child.on('error', error => stop(error.message));
  child.on('exit', () => stop(`${program} ended:\n${readFileSync(log, 'utf8').slice(-2000)}`));
  return child;
});

process.stdin.on('end', () => stop()).resume();

function stop(reason) {
  if (stopping) {
    return;
  }
  stopping = true;
  if (reason) {
    console.error(reason);
  }
  const ended = children.map(child => new Promise(resolve => child.pid === undefined || child.exitCode !== null || child.signalCode !== null
    ? resolve() : child.once('exit', resolve).kill('SIGKILL')));
  Promise.all(ended).then(() => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    process.exit(reason ? 1 : 0);
  });
}
