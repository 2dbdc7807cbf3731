// Bundles the compiled service into dist/service: loading a thousand files of their own takes Node longer than
// all else that a start does. What reads files beside itself, holds native code or is loaded by a worker or a
// child process stays where it is; the files that those are started from are found as before.
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const scripts = dirname(fileURLToPath(import.meta.url));
const root = dirname(scripts);
const sources = join(root, 'dist', 'src') + sep;
const bundle = join(root, 'dist', 'service');

const unbundled = [
  '@graphql-yoga/render-graphiql',
  '@node-rs/argon2',
  'dejavu-fonts-ttf',
  'libheif-js',
  'lmdb',
  'pdfjs-dist',
  'pdfkit',
  'sharp',
  'stripe',
  'swagger-ui-dist',
];

/** In a bundle `import.meta.url` would be the bundle's: each module keeps the address that it was compiled to. */
const ownAddresses = {
  name: 'own-addresses',
  transform(code, id) {
    if (!id.startsWith(sources) || !code.includes('import.meta.url')) return null;
    const path = JSON.stringify(relative(bundle, id).split(sep).join('/'));
    const base = "process.getBuiltinModule('node:url').pathToFileURL(__filename)";
    return {
      code: code.replaceAll('import.meta.url', `new URL(${path}, ${base}).href`),
      map: null,
    };
  },
};

const sasl = 'const saslprep_1 = require("@mongodb-js/saslprep");';

/** The driver's tables of characters, 2 MB and 10 ms, are of use to a password of MONGODB_URI alone. */
const tablesOnFirstUse = {
  name: 'tables-on-first-use',
  transform(code, id) {
    if (!id.endsWith(join('mongodb', 'lib', 'cmap', 'auth', 'scram.js'))) return null;
    if (!code.includes(sasl)) throw new Error(`${id} loads saslprep in another way`);
    const onUse =
      'const saslprep_1 = { get saslprep() { return require("@mongodb-js/saslprep").saslprep; } };';
    return { code: code.replace(sasl, onUse), map: null };
  },
};

const build = await rolldown({
  input: { service: join(sources, 'main.js') },
  platform: 'node',
  // Nothing installed is loaded for what loading it does.
  treeshake: { moduleSideEffects: 'no-external' },
  external: unbundled.map((name) => new RegExp(`^${name}(/|$)`)),
  plugins: [ownAddresses, tablesOnFirstUse],
});
await build.write({
  dir: bundle,
  // Scripts may have a code cache in every Node, modules may not.
  format: 'cjs',
  dynamicImportInCjs: false,
  entryFileNames: '[name].cjs',
  chunkFileNames: '[name]-[hash].cjs',
  // Names stay, so that a stack can be read; NODE_OPTIONS=--enable-source-maps gives its lines too.
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  sourcemap: true,
});
await build.close();

/**
 * Other characters only stand in strings, templates and regular expressions, where each may be escaped. What
 * follows one on its line is a few columns further on than the source map says.
 */
const escaped = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
for (const name of readdirSync(bundle).filter((file) => file.endsWith('.cjs'))) {
  const code = readFileSync(join(bundle, name), 'utf8');
  if (/String\.raw`[^`]*[^\0-\x7f]/.test(code)) throw new Error(`${name} has a raw template`);
  writeFileSync(join(bundle, name), code.replace(/[^\0-\x7f]/g, escaped));
}

copyFileSync(join(scripts, 'service', 'main.mjs'), join(bundle, 'main.js'));
