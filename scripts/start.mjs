// Starts the compiled service; compiles first when the sources have changed since.
import { ensureBuilt } from './build.mjs';

try {
  if (ensureBuilt()) process.stdout.write('compiled the changed sources\n');
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
await import('../dist/service/main.js');
