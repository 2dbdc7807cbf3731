// Starts the bundled service on an empty folder, asks it a little, and keeps the code that ran as code caches
// beside the files. Run by build.mjs, which gives it the environment of that service.
import { renameSync, writeFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';

const listening = new Promise((resolve) => {
  const write = process.stdout.write;
  process.stdout.write = (text) => {
    const address = /listening on (\S+)/.exec(text)?.[1];
    if (address) {
      process.stdout.write = write;
      resolve(address);
    }
    return true;
  };
});

const { cacheOf, scripts } = await import('../../dist/service/main.js');
const address = await listening;
const headers = { 'x-api-key': process.env.PILOT_API_KEY, 'content-type': 'application/json' };
const body = JSON.stringify({ query: '{ jobs(first: 1) { nodes { jobId } } }' });
for (const [path, init] of [
  ['/healthz', {}],
  ['/readyz', {}],
  ['/v1/jobs', { headers }],
  ['/graphql', { method: 'POST', headers, body }],
]) {
  const response = await fetch(`${address}${path}`, init);
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}`);
  await response.text();
}
for (const [path, script] of scripts) {
  const file = cacheOf(path);
  const code = script.createCachedData();
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(code));
  writeFileSync(`${file}.new`, Buffer.concat([code, checksum]));
  renameSync(`${file}.new`, file);
}
process.kill(process.pid, 'SIGTERM');
