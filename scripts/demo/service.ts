import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A running service with its own data, for demonstrations. */
export interface DemoService {
  baseUrl: string;
  /** A key with every scope. */
  key: string;
  stop(): Promise<void>;
}

/** Root of the project; this file is run from dist/scripts/demo/. */
export const projectRoot = fileURLToPath(new URL('../../../', import.meta.url));

/** Resolves with the address that the service prints when it listens. */
function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk;
      const address = /listening on (http:\S+)/.exec(printed)?.[1];
      if (address) resolve(address);
    });
    child.once('exit', (code) =>
      reject(new Error(`the service stopped with ${code}:\n${printed}`)),
    );
  });
}

/**
 * Starts the service on a free port and an empty embedded store.
 *
 * @param settings further configuration
 */
export async function startDemoService(
  settings: Record<string, string> = {},
): Promise<DemoService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'verification-demo-'));
  const key = `demo_${randomBytes(18).toString('base64url')}`;
  const child = spawn(process.execPath, [join(projectRoot, 'dist/src/main.js')], {
    env: {
      ...process.env,
      // Ignores the database of the environment.
      MONGODB_URI: '',
      PORT: '0',
      DATA_DIR: dataDir,
      PILOT_API_KEY: key,
      LOG_LEVEL: 'error',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const baseUrl = await listening(child);
  return {
    baseUrl,
    key,
    async stop() {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await gone;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
