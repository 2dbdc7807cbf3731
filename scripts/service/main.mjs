// Starts the bundled service; copied to dist/service/main.js. Each file is taken from the code cache that
// keep-compiled.mjs made of it, where this Node accepts that cache: compiling takes a fifth of a start else.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';

const folder = dirname(fileURLToPath(import.meta.url));
const requireInstalled = createRequire(import.meta.url);
const modules = new Map();

/** Each file of the bundle that was loaded, by its path. */
export const scripts = new Map();

/** Where the code cache of a file lies, with its checksum behind it. */
export const cacheOf = (path) => `${path}.cache`;

/** The code in a cache; none where it is damaged, for V8 takes it as it is and dies of it. */
function codeOf(cache) {
  if (!existsSync(cache)) return undefined;
  const kept = readFileSync(cache);
  const code = kept.subarray(0, -4);
  return kept.length > 4 && crc32(code) === kept.readUInt32BE(code.length) ? code : undefined;
}

/** `require` of the bundle: its own files by `./name`, all else as Node does it. */
function load(id) {
  if (!id.startsWith('./')) return requireInstalled(id);
  const known = modules.get(id);
  if (known) return known.exports;
  const module = { exports: {} };
  modules.set(id, module);
  const path = join(folder, id);
  // All of it is ASCII, which takes half the memory of what is read as UTF-8 and has other characters.
  const script = new Script(
    `(function(exports,require,module,__filename,__dirname){${readFileSync(path, 'latin1')}\n})`,
    { filename: path, cachedData: codeOf(cacheOf(path)) },
  );
  scripts.set(path, script);
  script.runInThisContext()(module.exports, load, module, path, folder);
  return module.exports;
}

// Node translates the positions of what it loads itself.
if (process.sourceMapsEnabled) requireInstalled('./service.cjs');
else load('./service.cjs');
