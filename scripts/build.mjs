// Compiles src/ and scripts/ into dist/ with what pages load (build-assets.mjs) and the service in few files
// (build-service.mjs), unless dist/ was compiled from these very sources, and puts the recorded answers of
// schema/openapi.json there.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');
const stamp = join(dist, '.sources');
const described = join(root, 'schema', 'openapi.json');
const built = join(dist, 'examples.json');
const codeCache = join(dist, 'service', 'service.cjs.cache');
const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
const bundlers = ['build-assets.mjs', 'build-service.mjs'].map((name) =>
  join(root, 'scripts', name),
);
const starter = join(root, 'scripts', 'service', 'main.mjs');
const keeper = join(root, 'scripts', 'service', 'keep-compiled.mjs');

/** Files below a folder whose name matches, tests left out; absolute paths. */
function filesOf(folder, form) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}${sep}${entry.name}`;
    if (entry.isDirectory()) return filesOf(path, form);
    return form.test(entry.name) && !entry.name.endsWith('.test.ts') ? [path] : [];
  });
}

/** Everything that dist/ is made of, in one order. */
const inputs = () =>
  [
    ...filesOf(join(root, 'src'), /\.(tsx?|css|svg|json)$/),
    ...filesOf(join(root, 'scripts'), /\.(tsx?|css|svg)$/),
    ...bundlers,
    starter,
    keeper,
    join(root, 'tsconfig.json'),
    described,
  ].sort();

/** What the files are by name, size and time of change: the same means that none need be read. */
function outsideOf(files) {
  const seen = files.map((file) => {
    const stat = statSync(file, { throwIfNoEntry: false });
    return `${file.slice(root.length)} ${stat?.size} ${stat?.mtimeMs}`;
  });
  return createHash('sha256').update(seen.join('\0')).digest('hex');
}

function contentOf(files) {
  const hash = createHash('sha256');
  for (const file of files.filter((name) => name !== described)) {
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

/** @returns what the last build was made of; `outside` only when the recorded answers were there too */
function readStamp() {
  if (!existsSync(stamp)) return {};
  const [content, outside] = readFileSync(stamp, 'utf8').split('\n');
  return { content, outside };
}

/**
 * Compiles the sources where they have changed, and takes the recorded answers out of schema/openapi.json.
 * @param withExamples false to record those answers, which may be missing then
 * @returns whether it had to compile
 * @throws Error when the sources do not compile, the compiler is not installed, or there are no answers
 */
export function ensureBuilt({ withExamples = true } = {}) {
  // An image has what was compiled and no sources.
  if (!existsSync(join(root, 'src')) && existsSync(stamp)) return false;
  const files = inputs();
  const outside = outsideOf(files);
  const last = readStamp();
  if (withExamples && last.outside === outside) return false;
  const content = contentOf(files);
  if (last.content !== content) compile();
  if (withExamples) {
    copyExamples();
    if (!existsSync(codeCache)) keepCompiled();
  }
  writeFileSync(stamp, withExamples ? `${content}\n${outside}` : content);
  return last.content !== content;
}

/** The examples of answers in an OpenAPI document, by operation id. */
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

/** Writes nothing where nothing has changed: a service may be reading it. */
function copyExamples() {
  if (!existsSync(described)) {
    throw new Error(
      'schema/openapi.json is missing: restore it, or record it by `npm run record-examples`',
    );
  }
  const text = JSON.stringify(answerExamples(JSON.parse(readFileSync(described, 'utf8'))));
  if (!existsSync(built) || readFileSync(built, 'utf8') !== text) writeFileSync(built, text);
}

function run(...command) {
  const { status } = spawnSync(process.execPath, command, {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new Error('the sources do not compile');
}

function compile() {
  if (!existsSync(compiler)) {
    throw new Error(
      'dist/ was not compiled from the current sources, and the compiler is not installed: run `npm ci` first, then `npm ci --omit=dev`',
    );
  }
  rmSync(dist, { recursive: true, force: true });
  run(compiler, '-p', join(root, 'tsconfig.json'));
  // Data that the sources read from beside them, which the compiler does not copy.
  for (const file of filesOf(join(root, 'src'), /\.json$/)) {
    cpSync(file, join(dist, relative(root, file)));
  }
  for (const bundler of bundlers) run(bundler);
}

/** Runs the service once for its code caches, without which it starts too, only later. */
function keepCompiled() {
  const dataDir = mkdtempSync(join(tmpdir(), 'verification-build-'));
  const kept = spawnSync(process.execPath, [keeper], {
    env: {
      PATH: process.env.PATH,
      TMPDIR: tmpdir(),
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      PILOT_API_KEY: 'pilot-key-of-the-build',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 300_000,
  });
  rmSync(dataDir, { recursive: true, force: true });
  if (kept.status !== 0)
    process.stderr.write(`without code caches starts take longer: ${kept.stderr}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    ensureBuilt({ withExamples: !process.argv.includes('--without-examples') });
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
