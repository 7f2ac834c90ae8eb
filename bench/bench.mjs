// Start, time per stack, memory and growth, each as a ratio within this run: npm run bench
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const work = mkdtempSync(join(tmpdir(), 'serving-stack-bench-'));
const STARTS = 15;
const FLEETS = [1, 10, 100, 1000];
/** Each engine that runs no other program, with the options without which it refuses. */
const ENGINES = {
  'helm-chart': {},
  'flux': { path: 'clusters' },
  'argo-cd': { repoUrl: 'https://git.example.com/fleet.git', path: 'clusters' },
  'crossplane': {},
};

try {
  console.log(`node ${process.version}, cold start of ${STARTS} alternating runs each\n`);
  coldStart();
  FLEETS.forEach(writeFleet);
  Object.entries(ENGINES).forEach(fleets);
} finally {
  rmSync(work, { recursive: true });
}

/** One stack in a fresh process, against a fresh process that writes the same objects through cdk8s alone. */
function coldStart() {
  const runs = { 'cdk8s alone': [], 'ServingStack': [], 'serving-stack synth': [] };
  const objects = join(work, 'objects.json');
  child('stack.cjs', join(work, 'stack'), objects);
  for (let i = 0; i < STARTS; i++) {
    runs['cdk8s alone'].push(time(() => child('floor.cjs', join(work, 'floor'), objects)));
    runs.ServingStack.push(time(() => child('stack.cjs', join(work, 'stack'))));
    runs['serving-stack synth'].push(time(() => command([join(root, 'examples', 'west-gke-stack.yaml')], join(work, 'command'))));
  }
  const floor = median(runs['cdk8s alone']);
  for (const [name, times] of Object.entries(runs)) {
    console.log(`${name.padEnd(20)} ${median(times).toFixed(0).padStart(6)} ms  ${(median(times) / floor).toFixed(2)} times cdk8s alone`);
  }
}

/** Fleets of growing size through the command, delivered by one engine. */
function fleets([engine, options]) {
  const config = join(work, `${engine}.yaml`);
  writeFileSync(config, JSON.stringify({ delivery: { engine, ...options } }));
  const measured = FLEETS.map(size => {
    const [output, report] = [join(work, 'output'), join(work, 'report.json')];
    child('fleet.cjs', fleet(size), config, output, report);
    // what is left to be written to the disk must not slow down the next one
    rmSync(output, { recursive: true });
    return { size, ...JSON.parse(readFileSync(report, 'utf8')) };
  });
  const [, ten, hundred, thousand] = measured;
  console.log(`\n${engine}`);
  for (const { size, synth, peak } of measured) {
    const [perStack, ofTen] = [synth / size, synth / size / (ten.synth / ten.size)];
    console.log(`${String(size).padStart(4)} stacks ${perStack.toFixed(1).padStart(7)} ms per stack (${ofTen.toFixed(2)} times that at 10)  `
      + `${(peak / 1024).toFixed(0).padStart(5)} MiB peak (${(peak / ten.peak).toFixed(2)} times that at 10)`);
  }
  const exponent = Math.log(thousand.synth / hundred.synth) / Math.log(thousand.size / hundred.size);
  console.log(`growth from 100 to 1000 stacks: n^${exponent.toFixed(2)}`);
}

function fleet(size) {
  return join(work, `fleet-${size}`);
}

function writeFleet(size) {
  const example = readFileSync(join(root, 'examples', 'west-gke-stack.yaml'), 'utf8');
  mkdirSync(fleet(size));
  for (let i = 0; i < size; i++) {
    writeFileSync(join(fleet(size), `stack-${i}.yaml`), example.replace('west-gke-stack', `stack-${i}`));
  }
}

function child(script, ...args) {
  execFileSync(process.execPath, [join(root, 'bench', script), ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
}

function command(inputs, output) {
  execFileSync(process.execPath, [join(root, 'bin', 'serving-stack.js'), 'synth', ...inputs, '--quiet', '-o', output]);
}

function time(run) {
  const start = process.hrtime.bigint();
  run();
  return Number(process.hrtime.bigint() - start) / 1e6;
}

function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}
