// The command on a folder of stacks, with its time and its peak memory in KiB.
const { writeFileSync } = require('node:fs');

const [inputs, output, report] = process.argv.slice(2);
process.argv.splice(2, Infinity, 'synth', inputs, '--quiet', '-o', output);
const start = process.hrtime.bigint();
require('../bin/serving-stack.js');
if (process.exitCode !== 0) {
  throw new Error(`the command ended with exit code ${process.exitCode}`);
}
const synth = Number(process.hrtime.bigint() - start) / 1e6;
writeFileSync(report, JSON.stringify({ synth, peak: process.resourceUsage().maxRSS }));
