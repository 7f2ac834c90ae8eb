// verify on clusters of 500 and 5,000 nodes with ten pods each, over loopback: requests, time and peak memory: npm run bench:verify
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const work = mkdtempSync(join(tmpdir(), 'serving-stack-bench-'));
const SIZES = [500, 5000];
const PODS_PER_NODE = 10;

try {
  const measured = [];
  for (const nodes of SIZES) {
    measured.push(await measure(nodes));
  }
  const [small, large] = measured;
  for (const { nodes, requests, pages, mebibytes, milliseconds, peak } of measured) {
    console.log(`${String(nodes).padStart(5)} nodes, ${nodes * PODS_PER_NODE} pods: ${requests} requests (${pages} pages of lists), ${mebibytes.toFixed(0)} MiB, `
      + `${milliseconds.toFixed(0)} ms (${(milliseconds / small.milliseconds).toFixed(2)} times), ${(peak / 1024).toFixed(0)} MiB peak (${(peak / small.peak).toFixed(2)} times)`);
  }
  console.log(`growth: n^${(Math.log(large.milliseconds / small.milliseconds) / Math.log(large.nodes / small.nodes)).toFixed(2)}`);
} finally {
  rmSync(work, { recursive: true });
}

async function measure(nodes) {
  const objects = {
    '/api/v1/nodes': { kind: 'NodeList', count: nodes, make: node },
    '/apis/resource.k8s.io/v1/resourceslices': { kind: 'ResourceSliceList', count: nodes, make: slice },
    '/api/v1/pods': { kind: 'PodList', count: nodes * PODS_PER_NODE, make: pod },
  };
  const seen = { requests: 0, pages: 0, bytes: 0 };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://loopback');
    const list = objects[pathname];
    const body = list ? page(list, Number(searchParams.get('limit') ?? Infinity), Number(searchParams.get('continue') ?? 0)) : { kind: 'Status', reason: 'NotFound', message: 'not found' };
    const text = JSON.stringify(body);
    seen.requests++;
    seen.pages += list ? 1 : 0;
    seen.bytes += text.length;
    response.writeHead(list ? 200 : 404, { 'Content-Type': 'application/json' }).end(text);
  });
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  try {
    const report = join(work, 'report.json');
    await command(kubeconfig(server.address().port), report);
    const { milliseconds, peak } = JSON.parse(readFileSync(report, 'utf8'));
    return { nodes, ...seen, mebibytes: seen.bytes / 2 ** 20, milliseconds, peak };
  } finally {
    server.close();
  }
}

/** Runs the command in a process of its own, which says at its end how it went. */
function command(config, report) {
  const script = join(work, 'run.cjs');
  writeFileSync(script, `
    process.argv.splice(2, Infinity, 'verify', '--kubeconfig', ${JSON.stringify(config)}, '-o', 'json', '--request-timeout', '60', '--timeout', '300');
    const start = process.hrtime.bigint();
    process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(report)},
      JSON.stringify({ milliseconds: Number(process.hrtime.bigint() - start) / 1e6, peak: process.resourceUsage().maxRSS })));
    require(${JSON.stringify(join(root, 'bin', 'serving-stack.js'))});
  `);
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
    let out = '';
    child.stdout.on('data', chunk => out += chunk);
    child.on('exit', () => {
      const finding = code => JSON.parse(out).findings.find(each => each.code === code)?.result;
      // all nodes were read and judged, or the figures say nothing
      return finding('node-feature-discovery/gpu-labels') === 'pass' ? resolve() : reject(new Error(`the command read no nodes: ${out.slice(0, 500)}`));
    });
  });
}

function kubeconfig(port) {
  const file = join(work, `${port}.kubeconfig`);
  writeFileSync(file, JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'bench', cluster: { 'server': `http://127.0.0.1:${port}`, 'insecure-skip-tls-verify': true } }],
    users: [{ name: 'bench', user: {} }],
    contexts: [{ name: 'bench', context: { cluster: 'bench', user: 'bench' } }],
    'current-context': 'bench',
  }));
  return file;
}

function page({ kind, count, make }, limit, from) {
  const to = Math.min(count, from + limit);
  return {
    kind,
    apiVersion: 'v1',
    metadata: { resourceVersion: '1', ...to < count && { continue: `${to}` } },
    items: Array.from({ length: to - from }, (_, i) => make(from + i)),
  };
}

/** A node with as many images as a busy one has. */
function node(i) {
  return {
    metadata: { name: `gpu-${i}`, uid: `${i}`, labels: { 'kubernetes.io/hostname': `gpu-${i}`, 'feature.node.kubernetes.io/pci-10de.present': 'true' } },
    spec: { podCIDR: '10.0.0.0/24', taints: [{ key: 'nvidia.com/gpu', effect: 'NoSchedule' }] },
    status: {
      allocatable: { cpu: '64', memory: '512Gi', pods: '110' },
      images: Array.from({ length: 50 }, (_, image) => ({ names: [`registry.example.com/team/image-${image}@sha256:${'0'.repeat(64)}`, `registry.example.com/team/image-${image}:v1`], sizeBytes: 1e9 })),
    },
  };
}

function slice(i) {
  const devices = Array.from({ length: 8 }, (_, gpu) => ({
    name: `gpu-${gpu}`,
    attributes: { driverVersion: { version: '580.65.6' }, productName: { string: 'a GPU' }, uuid: { string: `GPU-${i}-${gpu}` } },
    capacity: { memory: { value: '80Gi' } },
  }));
  return { metadata: { name: `gpu-${i}-gpu.nvidia.com` }, spec: { driver: 'gpu.nvidia.com', nodeName: `gpu-${i}`, pool: { name: `gpu-${i}` }, devices } };
}

function pod(i) {
  return { metadata: { name: `pod-${i}`, namespace: 'default' }, spec: { containers: [{ name: 'main', image: 'registry.example.com/team/image:v1' }] }, status: { phase: 'Running' } };
}
