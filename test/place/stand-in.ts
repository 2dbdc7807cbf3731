import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const running: ChildProcess[] = [];

/** Starts a script of this folder as a separate process and returns the address that it prints. */
export async function startStandIn(script: string): Promise<string> {
  const child = spawn(process.execPath, [fileURLToPath(new URL(script, import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push(child);
  const [line] = await once(child.stdout, 'data');
  return String(line).trim();
}

export async function stopStandIns(): Promise<void> {
  for (const child of running.splice(0)) {
    const ended = once(child, 'close');
    child.kill('SIGKILL');
    await ended;
  }
}
