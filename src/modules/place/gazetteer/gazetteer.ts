import { distanceMetres, type Position } from '../../../lib/geo.js';
import { fold } from './fold.js';
import { decodeIndex, type GazetteerArrays, type GazetteerTables } from './layout.js';
import { type KeyRange, matchKeys } from './match-keys.js';

/** A place of the index. */
export interface GazetteerPlace extends Position {
  name: string;
  /** Name of its region, such as a state; null without one. */
  region: string | null;
  /** ISO 3166-1 alpha-2 code. */
  country: string;
  kind: string;
  population: number;
}

export interface GazetteerSearch {
  /** Position near which places come first. */
  near?: Position | null;
  limit: number;
}

/** Largest distance at which a place is near another one that qualifies it: `Soho, London`. */
const qualifierMetres = 60_000;
/** Characters and parts of a text that are searched. */
const textMax = 200;
const partsMax = 6;
/** Words at the end of a text without commas that can qualify the rest: `Paris Texas`. */
const qualifierWordsMax = 3;
/** Places that a qualifier can name. */
const qualifierPlacesMax = 3;

/** Length up to which a text with a typo must be a whole word: it is similar to the start of too many names. */
const shortLength = 5;
/** Keys of a text from which only the largest places are of interest, and their number. */
const manyKeys = 5_000;
const largestPlaces = 10_000;

/** A place and its score, in powers of ten of its population. */
interface Hit {
  place: number;
  score: number;
}

/** Weights of the score; a place ten times as large scores 1 higher. */
const weights = {
  wholeName: 2,
  wholeAlias: 1.6,
  wholeWord: 1,
  partOfAlias: -1,
  laterWord: -1.5,
  typo: -3,
  nearest: 3.5,
};
/** Distance at which the weight of `near` is half. */
const nearMetres = 100_000;

const space = ' '.charCodeAt(0);

type Accepts = (place: number) => boolean;

const hasNumber = (text: string) => /\d/.test(text);
const withoutNumbers = (text: string) => text.replace(/\S*\d\S*/g, ' ');

const includesWord = (name: string, text: string) =>
  text.length > 1 && (name === text || name.startsWith(`${text} `) || name.endsWith(` ${text}`));

/** Searches the index of places by name and by position. */
export class Gazetteer {
  private readonly arrays: GazetteerArrays;
  private readonly tables: GazetteerTables;
  private readonly decoder = new TextDecoder();

  /** @param file content of the index file, which is not copied */
  constructor(file: Buffer) {
    const { arrays, tables } = decodeIndex(file);
    this.arrays = arrays;
    this.tables = tables;
  }

  /** Number of places. */
  get size(): number {
    return this.arrays.populations.length;
  }

  /**
   * Returns places by the start of their name, or of a word of it, in any case, without accents and with at most one
   * typo, the best first: larger places, whole names and, with `near`, nearer ones. Qualifiers follow after a comma or a
   * space: `Paris, Texas`, `Springfield IL`, `Soho, London`. Of an address that names a town, the town is returned.
   */
  search(text: string, { near = null, limit }: GazetteerSearch): GazetteerPlace[] {
    const parts = text
      .slice(0, textMax)
      .split(/[,;\n]+/)
      .map((part) => part.trim())
      .filter((part) => fold(part) !== '')
      .slice(0, partsMax);
    const hits = this.searchParts(parts, near);
    return this.distinct(hits, limit);
  }

  /** Returns the places nearest to a position, nearest first, within a distance. */
  nearest(position: Position, { limit, metres }: { limit: number; metres: number }) {
    const { latitudes, longitudes } = this.arrays;
    const degrees = metres / 111_000;
    const latitude = position.latitude * 1e5;
    const span = degrees * 1e5;
    const found: { place: number; distance: number }[] = [];
    for (let place = 0; place < latitudes.length; place++) {
      if (Math.abs((latitudes[place] ?? 0) - latitude) > span) continue;
      const east = Math.abs((longitudes[place] ?? 0) / 1e5 - position.longitude);
      const narrowing = Math.cos(
        (Math.min(89, Math.abs(position.latitude) + degrees) * Math.PI) / 180,
      );
      if (Math.min(east, 360 - east) * narrowing > degrees) continue;
      const distance = distanceMetres(position, this.positionOf(place));
      if (distance <= metres) found.push({ place, distance });
    }
    return found
      .sort((a, b) => a.distance - b.distance)
      .slice(0, limit)
      .map(({ place, distance }) => ({ place: this.placeOf(place), distance }));
  }

  private positionOf(place: number): Position {
    const { latitudes, longitudes } = this.arrays;
    return {
      latitude: (latitudes[place] ?? 0) / 1e5,
      longitude: (longitudes[place] ?? 0) / 1e5,
    };
  }

  private placeOf(place: number): GazetteerPlace {
    const { names, nameStarts, countries, regions, kinds, populations } = this.arrays;
    return {
      ...this.positionOf(place),
      name: this.decoder.decode(names.subarray(nameStarts[place], nameStarts[place + 1])),
      region: this.tables.regions[regions[place] ?? 0] || null,
      country: this.tables.countries[countries[place] ?? 0] ?? '',
      kind: this.tables.kinds[kinds[place] ?? 0] ?? '',
      population: populations[place] ?? 0,
    };
  }

  /** Returns the best places, without those that have the same name and region as a better one. */
  private distinct(hits: readonly Hit[], limit: number): GazetteerPlace[] {
    const sorted = [...hits].sort((a, b) => b.score - a.score || a.place - b.place);
    const seen = new Set<string>();
    const found: GazetteerPlace[] = [];
    for (const { place } of sorted) {
      if (found.length === limit) break;
      const shown = this.placeOf(place);
      const key = `${shown.name}\n${shown.region}\n${shown.country}`;
      if (seen.has(key)) continue;
      seen.add(key);
      found.push(shown);
    }
    return found;
  }

  private searchParts(parts: readonly string[], near: Position | null): Hit[] {
    const last = parts.length - 1;
    const lookUp = (part: string, index: number) => {
      const qualifiers = parts.slice(index + 1).map((one) => fold(withoutNumbers(one)));
      return this.searchPart(fold(part, index === last), qualifiers.filter(Boolean), near);
    };
    // Parts with numbers are streets, houses and postal codes, unless nothing else names a place.
    for (const [index, part] of parts.entries()) {
      if (hasNumber(part)) continue;
      const hits = lookUp(part, index);
      if (hits.length > 0) return hits;
    }
    for (const [index, part] of parts.entries()) {
      const hits = hasNumber(part) ? lookUp(withoutNumbers(part), index) : [];
      if (hits.length > 0) return hits;
    }
    // The end of an address without commas: Alexanderplatz 1 10178 Berlin.
    const tokens = fold(withoutNumbers(parts.join(' '))).split(' ');
    for (let start = 1; start < tokens.length; start++) {
      const hits = this.match(tokens.slice(start).join(' '), near, { isWhole: true });
      if (hits.length > 0) return hits;
    }
    return [];
  }

  private searchPart(text: string, qualifiers: readonly string[], near: Position | null): Hit[] {
    if (text === '') return [];
    const accepts = qualifiers.flatMap((one) => this.qualifier(one) ?? []);
    if (accepts.length > 0) {
      return this.match(text, near, { accepts: (place) => accepts.every((one) => one(place)) });
    }
    const hits = this.match(text, near);
    const tokens = text.split(' ');
    for (let count = 1; count <= Math.min(qualifierWordsMax, tokens.length - 1); count++) {
      const accepted = this.qualifier(tokens.slice(-count).join(' '));
      if (accepted)
        hits.push(
          ...this.match(tokens.slice(0, -count).join(' '), near, {
            accepts: accepted,
            isWhole: true,
          }),
        );
    }
    return hits;
  }

  /** Returns a condition for the places in a country or region, or near a place; null if nothing has that name. */
  private qualifier(text: string): Accepts | null {
    const { countryNames, regionNames } = this.tables;
    const { countries, regions } = this.arrays;
    const isNamed = (names: readonly string[]) =>
      names.some((name) => includesWord(name, text) || (text.length > 3 && name.startsWith(text)));
    const inCountries = new Set(countryNames.flatMap((names, at) => (isNamed(names) ? [at] : [])));
    const inRegions = new Set(regionNames.flatMap((names, at) => (isNamed(names) ? [at] : [])));
    const places = this.match(text, null, { isWhole: true })
      .sort((a, b) => b.score - a.score)
      .slice(0, qualifierPlacesMax)
      .map(({ place }) => this.positionOf(place));
    if (inCountries.size + inRegions.size + places.length === 0) return null;
    return (place) =>
      inCountries.has(countries[place] ?? -1) ||
      inRegions.has(regions[place] ?? -1) ||
      places.some((one) => distanceMetres(one, this.positionOf(place)) <= qualifierMetres);
  }

  /**
   * Returns the places whose keys start with a text, each once.
   *
   * @param options.isWhole true if the text must be a whole name, without a typo
   */
  private match(
    text: string,
    near: Position | null,
    { accepts, isWhole = false }: { accepts?: Accepts; isWhole?: boolean } = {},
  ): Hit[] {
    const { texts, keys, keyPlaces } = this.arrays;
    const best = new Map<number, number>();
    for (const range of matchKeys(this.arrays, text)) {
      if (isWhole && range.hasTypo) continue;
      const placeMax = range.to - range.from > manyKeys ? largestPlaces : Number.POSITIVE_INFINITY;
      const isVague = range.hasTypo && text.length <= shortLength;
      for (let key = range.from; key < range.to; key++) {
        const start = keys[key] ?? 0;
        if (isWhole && (texts[start + range.length] !== 0 || !this.isStart(start))) continue;
        if (isVague && texts[start + range.length] !== 0 && texts[start + range.length] !== space) {
          continue;
        }
        const place = keyPlaces[key] ?? 0;
        if (place >= placeMax) continue;
        if (accepts && !accepts(place)) continue;
        const score = this.scoreOf(place, start, range, near);
        if (score > (best.get(place) ?? Number.NEGATIVE_INFINITY)) best.set(place, score);
      }
    }
    return [...best].map(([place, score]) => ({ place, score }));
  }

  private isStart(offset: number): boolean {
    return offset === 0 || this.arrays.texts[offset - 1] === 0;
  }

  private scoreOf(place: number, start: number, range: KeyRange, near: Position | null): number {
    const { texts, populations } = this.arrays;
    const isAlias = start >= this.tables.aliasStart;
    const next = texts[start + range.length];
    let score = Math.log10((populations[place] ?? 0) + 300);
    if (next === 0) score += isAlias ? weights.wholeAlias : weights.wholeName;
    else if (isAlias) score += weights.partOfAlias;
    else if (next === space) score += weights.wholeWord;
    if (!this.isStart(start)) score += weights.laterWord;
    if (range.hasTypo) score += weights.typo;
    if (near) {
      const distance = distanceMetres(near, this.positionOf(place));
      score += weights.nearest / (1 + distance / nearMetres);
    }
    return score;
  }
}
