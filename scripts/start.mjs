// Starts the service, after building it if the sources have changed.
import module from 'node:module';
import { ensureBuilt } from './build.mjs';

try {
  if (await ensureBuilt()) process.stdout.write('built the changed sources\n');
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
// Node 22 and later cache compiled code between starts, which halves the time to load the modules.
module.enableCompileCache?.();
await import('../dist/src/main.js');
