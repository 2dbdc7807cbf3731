// Every place of the code that opens, makes, moves or removes a file, or starts a process or a thread, with
// what it may touch. A place that is not listed fails here: say what its path can come from, and what keeps
// it from touching anything else; then list it.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Modules whose functions take paths or programs, and those of their names that do not. */
const watched: Record<string, RegExp> = {
  'node:fs': /^(closeSync|readSync|fsyncSync|constants)$/,
  'node:fs/promises': /^constants$/,
  'node:child_process': /^$/,
  'node:worker_threads': /^(parentPort|workerData|isMainThread|threadId)$/,
  'node:net': /^(isIP|isIPv4|isIPv6)$/,
  lmdb: /^$/,
};

/** By file, each call as `function(first argument)`. */
const allowed: Record<string, Record<string, string>> = {
  'src/embedded/datafile.ts': {
    'openSync(path)': 'reads DATA_DIR/store.mdb',
  },
  'src/embedded/index.ts': {
    "Worker(compiledUrl(import.meta.url, './worker.js'))": 'a module of the build',
    'connect(address)': 'the socket that its thread has made and reported',
  },
  'src/embedded/owner.ts': {
    'existsSync(path)': 'looks at DATA_DIR/owner',
    'readFileSync(path)': 'reads DATA_DIR/owner',
    'rmSync(`${path}.new`)':
      'removes DATA_DIR/owner.new alone, a link itself and not what it leads to',
    'writeFileSync(`${path}.new`)': 'makes DATA_DIR/owner.new, never through a link (wx)',
    'renameSync(`${path}.new`)': 'puts DATA_DIR/owner.new in the place of DATA_DIR/owner',
    "mkdtempSync(fits ? near : join(tmpdir(), 'store-'))":
      'makes a new folder in DATA_DIR or, where its path is too long, among temporary files',
    "mkdtempSync(join(dataDir, 'trial-'))": 'makes a new folder in DATA_DIR',
    'writeFileSync(path)': 'makes the file pages in the folder that was just made',
    'rmSync(path)': 'removes the file pages of the folder that was just made',
    'rmdirSync(dirname(path))': 'removes the folder that was just made, if it is empty',
    'lstatSync(folder)': 'looks at what removeSocket was given',
    'lstatSync(path)': 'looks at what removeSocket was given',
    'unlinkSync(path)':
      'removes a socket and nothing else: this process made it, or the owner note names it as socket-XXXXXX/s.sock in DATA_DIR',
    'rmdirSync(folder)': 'removes the folder of that socket, if it is empty',
    'statSync(file)': 'looks at DATA_DIR/store.mdb',
    'existsSync(file)': 'looks at DATA_DIR/store.mdb',
    'connect(addressOf(note, dataDir))':
      'the owner note, only in the forms that a store writes: a socket in DATA_DIR or among temporary files, or a port of 127.0.0.1',
  },
  'src/embedded/storage.ts': {
    'open({ path, noSubdir: true, ...options })': 'opens DATA_DIR/store.mdb and its -lock',
    'statfsSync(folder)': 'asks for the free space of DATA_DIR',
  },
  'src/embedded/worker.ts': {
    'mkdirSync(dataDir)': 'makes DATA_DIR',
    'chmodSync(path)': 'the socket that this process made',
    'createServer({ noDelay: true })': 'listens on the socket that this process made',
  },
  'src/lib/compiled.ts': {
    'existsSync(compiled)': 'looks for a module of the build',
  },
  'src/modules/catalogue/catalogue.ts': {
    'readFileSync(file)': 'reads CATALOGUE_FILE, or the one that is shipped',
  },
  'src/modules/inbox/email-policy.ts': {
    'readFileSync(path)': 'reads EMAIL_POLICY_FILE',
  },
  'src/modules/evidence/trusted-signers.ts': {
    'readFileSync(path)': 'reads C2PA_TRUST_FILE',
  },
  'src/modules/evidence/decode-child.ts': {
    'Worker(new URL(import.meta.url))': 'itself, a module of the build',
  },
  'src/modules/evidence/media-decoder.ts': {
    'fork(path)': 'starts decode-child.js of the build',
  },
  'src/http/spool.ts': {
    'open(path)': 'makes a temporary file with a random name, never one that is there (wx)',
    'unlink(path)': 'removes that file',
  },
  'src/modules/evidence/picture-process.ts': {
    "fork(fileURLToPath(compiledUrl(import.meta.url, './picture-child.js')))":
      'starts picture-child.js of the build',
  },
  'src/modules/report/pdf/faces.ts': {
    'readFile(join(folder, `${base}-${slice}-${family.style}-normal.woff2`))':
      'reads a typeface of a package, named in the code',
  },
  'src/modules/report/report-pdf.ts': {
    "Worker(compiledUrl(import.meta.url, './report-pdf-worker.js'))": 'a module of the build',
  },
  'src/pages/assets.ts': {
    'readFile(file)': 'reads a file of this project or a package, named in the code',
  },
  'src/pages/frame/assets.ts': {
    "readFileSync(fileUrl('manifest.json'))": 'reads dist/assets/manifest.json of this project',
    'readFile(fileUrl(file))': 'reads a file of dist/assets that the manifest lists',
  },
  'src/rest/openapi/examples.ts': {
    'readFileSync(file)': 'reads dist/examples.json of this project',
  },
  'scripts/bench-evidence.ts': {
    'fork(fileURLToPath(import.meta.url))': 'itself, a module of the build',
    "mkdtempSync(join(tmpdir(), 'verification-bench-'))": 'makes a temporary folder',
    'rmSync(dataDir)': 'removes that folder',
    "readFileSync(join(projectRoot, 'scripts/demo-photos', photo))":
      'reads a photo of this project',
  },
  'scripts/bench-list.ts': {
    "mkdtempSync(join(tmpdir(), 'bench-list-'))": 'makes a temporary folder',
    'rmSync(dataDir)': 'removes that folder',
  },
  'scripts/bench-cluster.ts': {
    "mkdtempSync(join(tmpdir(), 'bench-cluster-'))": 'makes a temporary folder',
    'rmSync(dataDir)': 'removes that folder',
  },
  'scripts/bench-live.ts': {
    "mkdtempSync(join(tmpdir(), 'verification-bench-'))": 'makes a folder of its own for the store',
    'rmSync(dataDir)': 'removes that folder',
  },
  'scripts/bench-peers.ts': {
    'spawnSync(command)': 'starts npm, python3 or pip in .bench-peers',
    'mkdirSync(folder)': 'makes .bench-peers in this project',
    'existsSync(installed)': 'looks for .bench-peers/installed.json',
    'readFileSync(installed)': 'reads .bench-peers/installed.json',
    "readFileSync(join(recipe, 'package.json'))": 'reads scripts/bench-peers/package.json',
    'cpSync(recipe)': 'copies scripts/bench-peers into .bench-peers',
    "cpSync(join(recipe, 'package.json'))": 'writes .bench-peers/installed.json',
    'existsSync(python)': 'looks for the Python of .bench-peers',
    "mkdtempSync(join(tmpdir(), 'bench-peers-'))": 'makes a temporary folder',
    'rmSync(dataDir)': 'removes that folder',
  },
  'scripts/bench-sides.ts': {
    'spawn(command)':
      'starts a server that is measured: Node or Python with a file of this project',
  },
  'scripts/bench-similar.ts': {
    'readdir(folder)': 'lists the photos of this project',
    'readFile(join(folder, name))': 'reads a photo of this project',
    "mkdtempSync(join(tmpdir(), 'bench-similar-'))": 'makes a temporary folder',
    'rmSync(dataDir)': 'removes that folder',
  },
  'scripts/bench-start.ts': {
    "mkdtempSync(join(tmpdir(), 'verification-bench-'))": 'makes temporary folders',
    "writeFileSync(join(emptyProject, 'package.json'))":
      'writes the script npm runs in one of them',
    'rmSync(dataDir)': 'removes one of those folders',
    'rmSync(emptyProject)': 'removes the other one',
    "spawn('npm')": 'runs "npm start" in this project and in that folder',
  },
  'scripts/bench-store.ts': {
    "mkdtempSync(join(tmpdir(), 'bench-store-'))": 'makes a temporary folder',
    'rmSync(dataDir)': 'removes that folder',
  },
  'scripts/bench.ts': {
    "mkdtempSync(join(tmpdir(), 'verification-bench-'))": 'makes a temporary folder',
    'rmSync(dataDir)': 'removes that folder',
    'fork(fileURLToPath(import.meta.url))': 'starts itself',
  },
  'scripts/build.mjs': {
    'readdirSync(folder)': 'lists src and scripts of this project',
    'existsSync(codeCache)': 'looks for a code cache in dist/service of this project',
    "mkdtempSync(join(tmpdir(), 'verification-build-'))": 'makes a temporary folder',
    'rmSync(dataDir)': 'removes that folder',
    'readFileSync(file)': 'reads a source of this project',
    'statSync(file)': 'looks at a source of this project',
    'existsSync(stamp)': 'looks at dist/.sources of this project',
    'readFileSync(stamp)': 'reads dist/.sources of this project',
    "existsSync(join(root, 'src'))": 'looks for src of this project',
    'existsSync(compiler)': "looks for this project's compiler",
    'rmSync(dist)': 'removes dist of this project',
    'cpSync(file)': 'copies a JSON file of src into dist of this project',
    'existsSync(described)': 'looks for schema/openapi.json of this project',
    'readFileSync(described)': 'reads schema/openapi.json of this project',
    'existsSync(built)': 'looks for dist/examples.json of this project',
    'readFileSync(built)': 'reads dist/examples.json of this project',
    'writeFileSync(built)': 'writes dist/examples.json of this project',
    'spawnSync(process.execPath)': "starts this project's compiler and bundlers",
    'writeFileSync(stamp)': 'writes dist/.sources of this project',
  },
  'scripts/build-service.mjs': {
    'readdirSync(bundle)': 'lists dist/service of this project',
    'readFileSync(join(bundle, name))': 'reads a file of dist/service',
    'writeFileSync(join(bundle, name))': 'writes it',
    "copyFileSync(join(scripts, 'service', 'main.mjs'))": 'copies a script of this project there',
  },
  'scripts/service/keep-compiled.mjs': {
    'writeFileSync(`${file}.new`)': 'writes a code cache beside a file of dist/service',
    'renameSync(`${file}.new`)': 'gives it its name',
  },
  'scripts/service/main.mjs': {
    'existsSync(cache)': 'looks for a code cache beside a file of dist/service',
    'readFileSync(cache)': 'reads it',
    'readFileSync(path)': 'reads a file of dist/service that its main file names',
  },
  'scripts/build-assets.mjs': {
    'mkdirSync(assets)': 'makes dist/assets of this project',
    'readFileSync(join(styles, file))': 'reads a stylesheet of this project',
    "readFileSync(join(styles, 'favicon.svg'))": 'reads a picture of this project',
    "readFileSync(require.resolve('world-atlas/land-110m.json'))": 'reads a file of a package',
    'readdirSync(clients)': 'lists src/pages/client of this project',
    'readdirSync(styles)': 'lists src/pages/style of this project',
    'writeFileSync(join(assets, `${file}.br`))': 'writes into dist/assets of this project',
    'writeFileSync(join(assets, `${file}.gz`))': 'writes into dist/assets of this project',
    'writeFileSync(join(assets, file))': 'writes into dist/assets of this project',
    "writeFileSync(join(assets, 'manifest.json'))": 'writes into dist/assets of this project',
  },
  'scripts/demo.ts': {
    'mkdir(outDir)': 'makes demo-out in the working directory',
    'unlink(join(outDir, name))': 'removes a file of demo-out that has a name of demo/files.ts',
    'spawnSync(process.execPath)': 'starts verify-report of the build',
    "readFile(join(outDir, 'jwks.json'))": 'reads what the demo wrote into demo-out',
    'readFile(path)': 'reads a report that the demo wrote into demo-out',
  },
  'scripts/demo/play-forge.ts': {
    'readFile(join(outDir, name))': 'reads what the demo wrote into demo-out',
  },
  'scripts/bench-log.ts': {
    "mkdtempSync(join(tmpdir(), 'bench-log-'))": 'makes a temporary folder',
    'rmSync(dataDir)': 'removes that folder',
  },
  'scripts/check-clients.ts': {
    'spawnSync(program)': 'runs a tool that the code names, to generate and try clients',
    'existsSync(jar)': 'looks for the generator in the cache of this project',
    'existsSync(compiler)': 'looks for the compiler of this project',
    "mkdtempSync(join(tmpdir(), 'verification-clients-'))": 'makes a temporary folder',
    "mkdirSync(join(folder, 'check'))": 'makes a folder in that folder',
    "cpSync(join(files, 'tsconfig.json'))": 'copies a file of this project into that folder',
    "cpSync(join(files, 'main.go'))": 'copies a file of this project into that folder',
    "cpSync(join(files, 'play.py'))": 'copies a file of this project into that folder',
    'rmSync(folder)': 'removes that folder',
  },
  'scripts/demo/play-job.ts': {
    "readFile(join(projectRoot, 'scripts/demo-photos', shot.photo))":
      'reads a photo of this project',
    'writeFile(name)': 'writes into demo-out a file named by the code',
    'writeFile(keys)': 'writes jwks.json into demo-out',
  },
  'scripts/demo/moved-service.ts': {
    "mkdtemp(join(tmpdir(), 'verification-demo-'))": 'makes a temporary folder',
    'rm(dataDir)': 'removes that folder',
  },
  'scripts/demo/play-dispatch.ts': {
    'writeFile(join(outDir, name))': 'writes into demo-out a file that has a name of demo/files.ts',
  },
  'scripts/demo/play-customer.ts': {
    'writeFile(join(outDir, name))': 'writes into demo-out a file that has a name of demo/files.ts',
  },
  'scripts/demo/play-site-check.ts': {
    'writeFile(name)': 'writes into demo-out a file named by the code',
    'writeFile(keys)': 'writes jwks.json into demo-out',
  },
  'scripts/demo/play-sandbox.ts': {
    'writeFile(name)': 'writes into demo-out a file that has a name of demo/files.ts',
  },
  'scripts/demo/send-photos.ts': {
    "readFile(join(projectRoot, 'scripts/demo-photos', photo))": 'reads a photo of this project',
  },
  'scripts/demo/service.ts': {
    "mkdtemp(join(tmpdir(), 'verification-demo-'))": 'makes a temporary folder',
    'spawn(process.execPath)': 'starts the service of the build',
    'rm(dataDir)': 'removes that folder',
  },
  'scripts/print-schema.ts': {
    "readFileSync(new URL('docs/reference.md', root))": 'reads the reference of this project',
    'writeFileSync(new URL(path, root))': 'writes schema/ and the reference of this project',
  },
  'scripts/record-examples.ts': {
    'writeFileSync(file)': 'writes schema/openapi.json, or the file that the user names',
  },
  'scripts/record-examples/caller.ts': {
    "readFile(join(projectRoot, 'scripts/demo-photos', name))": 'reads a photo of this project',
  },
  'scripts/record-examples/service.ts': {
    "mkdtempSync(join(tmpdir(), 'verification-examples-'))": 'makes a temporary folder',
    'rmSync(dataDir)': 'removes that folder',
  },
  'scripts/store.ts': {
    'createWriteStream(path)':
      'makes the file that the operator names, never one that is there (wx)',
    'createReadStream(path)': 'reads the file that the operator names',
  },
  'scripts/verify-report.ts': {
    'readFile(path)': 'reads the files that the user names',
  },
  'scripts/watch-log.ts': {
    'existsSync(file)': 'looks for the file that the user names',
    'readFileSync(file)': 'reads what an earlier run wrote, in the file that the user names',
    'writeFileSync(`${file}.new`)': 'keeps what was seen, beside the file that the user names',
    'renameSync(`${file}.new`)': 'puts it in the place of that file',
  },
};

function sources(): string[] {
  return ['src', 'scripts'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(tsx?|mjs)$/.test(entry.name))
      .filter((entry) => !entry.name.endsWith('.test.ts'))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
}

/** The calls in a source of functions of the watched modules. */
function callsIn(text: string, path = 'source.ts'): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const functions = new Set<string>();
  const calls: string[] = [];
  const nameImports = (node: ts.ImportDeclaration, ignored: RegExp): void => {
    const bindings = node.importClause?.namedBindings;
    if (node.importClause?.isTypeOnly) return;
    if (node.importClause?.name || !bindings || !ts.isNamedImports(bindings)) {
      calls.push(`a whole module: ${node.getText()}`);
      return;
    }
    for (const { isTypeOnly, propertyName, name } of bindings.elements)
      if (!isTypeOnly && !ignored.test((propertyName ?? name).text)) functions.add(name.text);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      const ignored = watched[node.moduleSpecifier.text];
      if (ignored) nameImports(node, ignored);
      return;
    }
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      const [first] = node.arguments ?? [];
      const callee = node.expression.getText();
      const argument = first?.getText().replace(/\s+/g, ' ').replace(/, \}/g, ' }') ?? '';
      if (functions.has(callee)) calls.push(`${callee}(${argument})`);
      const isImport = node.expression.kind === ts.SyntaxKind.ImportKeyword;
      const isRequire = callee === 'require' || callee.endsWith('getBuiltinModule');
      if ((isImport || isRequire) && Object.keys(watched).some((name) => argument.includes(name)))
        calls.push(`a whole module: ${node.getText()}`);
    } else if (ts.isIdentifier(node) && functions.has(node.text) && isPassedOn(node))
      calls.push(`${node.text} is passed on`);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return calls;
}

/** Whether a function is used as a value: called by somebody else, with who knows what. */
function isPassedOn(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) return parent.expression !== node;
  const isOther =
    ts.isPropertyAccessExpression(parent) ||
    ts.isPropertyAssignment(parent) ||
    ts.isTypeReferenceNode(parent) ||
    ts.isMethodDeclaration(parent) ||
    ts.isMethodSignature(parent) ||
    ts.isPropertySignature(parent) ||
    ts.isParameter(parent) ||
    ts.isBindingElement(parent);
  return !isOther || (ts.isPropertyAssignment(parent) && parent.initializer === node);
}

test('whatever touches a file or starts a process is listed with what it may touch', () => {
  const found = Object.fromEntries(
    sources()
      .map((path) => {
        const calls = [...new Set(callsIn(readFileSync(path, 'utf8'), path))].sort();
        return [relative(root, path), calls] as const;
      })
      .filter(([, calls]) => calls.length > 0)
      .sort(),
  );
  const listed = Object.fromEntries(
    Object.entries(allowed)
      .map(([file, calls]) => [file, Object.keys(calls).sort()] as const)
      .sort(),
  );
  expect(found).toEqual(listed);
});

test.each([
  ["import { rmSync as remove } from 'node:fs'; remove(path)", ['remove(path)']],
  [
    "import * as fs from 'node:fs'; fs.rmSync(path)",
    ["a whole module: import * as fs from 'node:fs';"],
  ],
  [
    "const { rm } = await import('node:fs/promises')",
    ["a whole module: import('node:fs/promises')"],
  ],
  ["import { rmSync } from 'node:fs'; paths.forEach(rmSync)", ['rmSync is passed on']],
  [
    "import { spawn } from 'node:child_process'; spawn(request.body.name)",
    ['spawn(request.body.name)'],
  ],
  ["import type { Stats } from 'node:fs'; const open = (a: Stats) => a; open(a)", []],
])('a place is found in %s', (text, calls) => {
  expect(callsIn(text)).toEqual(calls);
});
