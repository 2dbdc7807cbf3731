// Compiles src/ and scripts/ into dist/ with what pages load (build-assets.mjs) and the service in few files
// (build-service.mjs), unless dist/ was compiled from these very sources, and puts the recorded answers of
// schema/openapi.json there.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');
const stamp = join(dist, '.sources');
const described = join(root, 'schema', 'openapi.json');
const built = join(dist, 'examples.json');
const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
const bundlers = ['build-assets.mjs', 'build-service.mjs'].map((name) =>
  join(root, 'scripts', name),
);

/** Files below these folders whose name matches, tests left out; absolute paths. */
function filesOf(folders, form) {
  return folders
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && form.test(entry.name) && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Data that the sources read from beside them; the compiler does not copy it. */
const dataFiles = () => filesOf(['src'], /\.json$/);

/** Everything that dist/ is made of, in one order. */
const inputs = () =>
  [
    ...filesOf(['src', 'scripts'], /\.(tsx?|css|svg)$/),
    ...dataFiles(),
    ...bundlers,
    join(root, 'tsconfig.json'),
    described,
  ].sort();

/** What the files are by name, size and time of change: the same means that none need be read. */
function outsideOf(files) {
  const hash = createHash('sha256');
  for (const file of files) {
    const stat = statSync(file, { throwIfNoEntry: false });
    hash.update(`${relative(root, file)} ${stat?.size} ${stat?.mtimeMs}\0`);
  }
  return hash.digest('hex');
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
  if (withExamples) copyExamples();
  writeFileSync(stamp, withExamples ? `${content}\n${outside}` : content);
  return last.content !== content;
}

/** The examples of answers in an OpenAPI document, by operation id. */
export function answerExamples(document) {
  const examples = {};
  for (const { operationId, responses } of Object.values(document.paths).flatMap(Object.values)) {
    const success = responses[200] ?? responses[201];
    const [example] = Object.values(success.content ?? {}).map((content) => content.example);
    if (example !== undefined) examples[operationId] = example;
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

function compile() {
  if (!existsSync(compiler)) {
    throw new Error(
      'dist/ was not compiled from the current sources, and the compiler is not installed: run `npm ci` first, then `npm ci --omit=dev`',
    );
  }
  rmSync(dist, { recursive: true, force: true });
  const commands = [[compiler, '-p', join(root, 'tsconfig.json')], ...bundlers.map((one) => [one])];
  for (const command of commands) {
    const run = spawnSync(process.execPath, command, { stdio: ['ignore', 'inherit', 'inherit'] });
    if (run.status !== 0) throw new Error('the sources do not compile');
  }
  for (const file of dataFiles()) cpSync(file, join(dist, relative(root, file)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    ensureBuilt({ withExamples: !process.argv.includes('--without-examples') });
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
