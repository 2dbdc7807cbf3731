import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../dist/src/main.js', import.meta.url));

export const processKey = 'pilot-key-of-the-process-tests';

export const newDataDir = () => mkdtempSync(join(tmpdir(), 'verification-process-'));

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

const running: { child: ChildProcess; ended: Promise<Ended> }[] = [];

/** Kills every service that was started here. */
export async function killServices(): Promise<void> {
  for (const { child } of running) child.kill('SIGKILL');
  await Promise.all(running.splice(0).map((service) => service.ended));
}

/**
 * Starts the compiled service as a separate process; the test file ends it with `killServices`.
 *
 * @param entry entry module; by default that of the build
 * @param by command that runs it; by default it is run directly
 */
export function spawnService(
  env: Record<string, string>,
  entry = main,
  by: readonly string[] = [],
) {
  // The test runner sets variables that the service reads too, so the environment is not inherited.
  const outside = { PATH: process.env['PATH'] ?? '', TMPDIR: tmpdir() };
  const [command = process.execPath, ...args] = [...by, process.execPath, entry];
  const child: ChildProcess = spawn(command, args, {
    env: {
      ...outside,
      PORT: '0',
      METRICS_PORT: '0',
      LOG_LEVEL: 'error',
      RATE_LIMITS: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk) => {
    printed.stdout += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    printed.stderr += chunk;
  });
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code) => resolve({ code, ...printed }));
  });
  const listening = new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', () => {
      const address = /listening on (http:\S+)/.exec(printed.stdout)?.[1];
      if (address) resolve(address);
    });
    ended.then(({ stderr }) => reject(new Error(`the service ended: ${stderr}`)));
  });
  // A caller that waits only for the end does not await the address.
  listening.catch(() => {});
  /** Returns the metrics as text; the service must be listening. */
  const metrics = async (): Promise<string> => {
    const address = /metrics on (http:\S+)/.exec(printed.stdout)?.[1] ?? '';
    return (await fetch(address)).text();
  };
  const service = { child, printed, ended, listening, metrics };
  running.push(service);
  return service;
}

/** Makes the system reject a process's writes after the first two pages of a file, like a failing disk. */
export function failWrites(pid: number): void {
  const { status, stderr } = spawnSync('prlimit', ['--pid', `${pid}`, '--fsize=8192']);
  if (status !== 0) throw new Error(`prlimit: ${stderr}`);
}
