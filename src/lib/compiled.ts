import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * Returns the address of a compiled module in the caller's folder, for `new Worker(…)`.
 *
 * Worker threads cannot load TypeScript on Node 20, so a caller that itself runs from source (under the test runner)
 * gets the same module in `dist/`.
 *
 * @param importerUrl the caller's `import.meta.url`
 * @param relative the module's path relative to the caller, ending in `.js`
 * @throws Error if the module has not been compiled
 */
export function compiledUrl(importerUrl: string, relative: string): URL {
  const beside = new URL(relative, importerUrl);
  if (!/\.tsx?$/.test(importerUrl)) return beside;
  const root = new URL('../../', import.meta.url);
  const path = fileURLToPath(beside).slice(fileURLToPath(root).length);
  const compiled = new URL(`dist/${path}`, root);
  if (!existsSync(compiled)) throw new Error(`not compiled: ${path}; run npm run build`);
  return pathToFileURL(fileURLToPath(compiled));
}
