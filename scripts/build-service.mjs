// Bundles the compiled service into dist/service: loading a thousand files of their own takes Node longer than
// all else that a start does. What reads files beside itself, holds native code or is loaded by a worker or a
// child process stays where it is; the files that those are started from are found as before.
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
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
  'qrcode',
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
    const address = `new URL(${path}, import.meta.url).href`;
    return { code: code.replaceAll('import.meta.url', address), map: null };
  },
};

const build = await rolldown({
  input: join(sources, 'main.js'),
  platform: 'node',
  external: unbundled.map((name) => new RegExp(`^${name}(/|$)`)),
  plugins: [ownAddresses],
});
await build.write({
  dir: bundle,
  format: 'esm',
  entryFileNames: 'main.js',
  // Names stay, so that a stack can be read; NODE_OPTIONS=--enable-source-maps gives its lines too.
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  sourcemap: true,
});
await build.close();
