// The command on a folder of stacks with a configuration file, with its time and its peak memory in KiB.
const { writeFileSync } = require('node:fs');

const [inputs, config, output, report] = process.argv.slice(2);
process.argv.splice(2, Infinity, 'synth', inputs, '--config', config, '--quiet', '-o', output);
const start = process.hrtime.bigint();
process.on('exit', code => {
  if (code !== 0) {
    throw new Error(`the command ended with exit code ${code}`);
  }
  const synth = Number(process.hrtime.bigint() - start) / 1e6;
  writeFileSync(report, JSON.stringify({ synth, peak: process.resourceUsage().maxRSS }));
});
require('../bin/serving-stack.js');
