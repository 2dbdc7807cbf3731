// Builds dist/: transpiles src/ and scripts/ file by file, copies data files, bundles what pages load
// (build-assets.mjs), writes the index of places (build-gazetteer.ts) and extracts the recorded responses from
// schema/openapi.json. Skipped if dist/ was built from the same sources. Types are checked by `npm run check`, not here.
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');
const stamp = join(dist, '.sources');
const openApi = join(root, 'schema', 'openapi.json');
const assetBuilder = join(root, 'scripts', 'build-assets.mjs');

/** Returns the absolute paths of the matching files in a folder, except tests. */
const filesOf = (folder, pattern) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && pattern.test(entry.name) && !/\.test\.tsx?$/.test(entry.name),
    )
    .map((entry) => join(entry.parentPath, entry.name));

const sourceFiles = () => [...filesOf('src', /\.tsx?$/), ...filesOf('scripts', /\.tsx?$/)];
const dataFiles = () => filesOf('src', /\.json$/);

/** Returns a hash of every file that dist/ is built from. */
function hashOfInputs() {
  const styles = filesOf('src', /\.(css|svg)$/);
  const builders = [fileURLToPath(import.meta.url), assetBuilder];
  const lockFile = join(root, 'package-lock.json');
  const others = [lockFile, openApi].filter((file) => existsSync(file));
  const hash = createHash('sha256');
  for (const file of [...sourceFiles(), ...dataFiles(), ...styles, ...builders, ...others].sort()) {
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

const builtFrom = () => (existsSync(stamp) ? readFileSync(stamp, 'utf8') : null);

/** @throws Error if the bundler is not installed or a file has a syntax error */
async function loadTranspiler() {
  try {
    return (await import('rolldown/utils')).transformSync;
  } catch (cause) {
    throw new Error(
      'dist/ was not built from the current sources, and the build tools are not installed: run `npm ci` first, then `npm ci --omit=dev`',
      { cause },
    );
  }
}

function transpile(transformSync) {
  for (const file of sourceFiles()) {
    const { code, map, errors } = transformSync(file, readFileSync(file, 'utf8'), {
      target: 'es2023',
      sourcemap: true,
      jsx: { runtime: 'automatic', importSource: 'hono/jsx' },
      typescript: { onlyRemoveTypeImports: true },
    });
    if (errors.length > 0) {
      throw new Error(
        `${relative(root, file)}: ${errors.map(({ message }) => message).join('; ')}`,
      );
    }
    const target = join(dist, relative(root, file)).replace(/\.tsx?$/, '.js');
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, `${code}//# sourceMappingURL=${basename(target)}.map\n`);
    writeFileSync(`${target}.map`, JSON.stringify(map));
  }
}

/** Returns the recorded example responses in an OpenAPI document, by operation id. */
function answerExamples(document) {
  const examples = {};
  for (const { operationId, responses } of Object.values(document.paths).flatMap(Object.values)) {
    const success = responses[200] ?? responses[201];
    const [content] = Object.values(success.content ?? {});
    const { $ref } = content?.examples?.recorded ?? {};
    if ($ref) examples[operationId] = document.components.examples[$ref.split('/').at(-1)].value;
  }
  return examples;
}

function extractExamples() {
  if (!existsSync(openApi)) {
    throw new Error(
      'schema/openapi.json is missing: restore it, or record it with `npm run record-examples`',
    );
  }
  const examples = answerExamples(JSON.parse(readFileSync(openApi, 'utf8')));
  writeFileSync(join(dist, 'examples.json'), JSON.stringify(examples));
}

/**
 * Builds dist/ unless it was built from the current sources.
 * @param withExamples false while the responses are being recorded and can be missing
 * @returns true if it built
 * @throws Error if a file does not parse, the build tools are not installed, or the examples are missing
 */
export async function ensureBuilt({ withExamples = true } = {}) {
  // The container image contains dist/ but no sources.
  if (!existsSync(join(root, 'src')) && existsSync(stamp)) return false;
  const hash = hashOfInputs();
  if (withExamples && builtFrom() === hash) return false;
  const transformSync = await loadTranspiler();
  rmSync(dist, { recursive: true, force: true });
  transpile(transformSync);
  for (const file of dataFiles()) cpSync(file, join(dist, relative(root, file)));
  await import('./build-assets.mjs');
  const { buildGazetteer } = await import('../dist/scripts/build-gazetteer.js');
  buildGazetteer(join(dist, 'gazetteer.bin'), join(root, 'node_modules', '.cache'));
  if (!withExamples) return true;
  extractExamples();
  writeFileSync(stamp, hash);
  return true;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await ensureBuilt({ withExamples: !process.argv.includes('--without-examples') });
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
