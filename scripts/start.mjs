// Starts the compiled service; compiles first when the sources have changed since.
import module from 'node:module';
import { ensureBuilt } from './build.mjs';

try {
  if (ensureBuilt()) process.stdout.write('compiled the changed sources\n');
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
// Where Node has it (22.8), the next start need not compile what this one does.
module.enableCompileCache?.();
await import('../dist/service/main.js');
