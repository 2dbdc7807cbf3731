import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { bucket } from './object-storage.js';

const program = process.env['MOTO_SERVER'] ?? '';
/** True if MOTO_SERVER is the path of a moto_server. */
export const hasMoto = program !== '' && spawnSync(program, ['--help']).status === 0;
if (!hasMoto) {
  process.stdout.write(
    'MOTO_SERVER names no moto_server (5.2.5 or later): its tests of files are skipped.\n',
  );
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

/** Starts moto, an S3 service that keeps everything in memory, with a bucket. */
export async function startMoto() {
  const endpoint = `http://127.0.0.1:${await freePort()}`;
  const child = spawn(program, ['-H', '127.0.0.1', '-p', new URL(endpoint).port], {
    stdio: 'ignore',
  });
  for (let tries = 0; ; tries++) {
    const made = await fetch(`${endpoint}/${bucket}`, { method: 'PUT' }).catch(() => null);
    if (made?.ok) break;
    if (tries === 300) throw new Error('moto_server did not start');
    await pause(200);
  }
  return {
    endpoint,
    child,
    async stop() {
      child.kill();
      await once(child, 'exit');
    },
  };
}
