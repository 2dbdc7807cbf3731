import { type CoordinateText, readCoordinates } from './coordinates.js';

/** The content of a link to a map. */
export interface MapLink {
  /** The marked position, or the center of the map of one place; null if the link names neither. */
  position: CoordinateText | null;
  /** True if `position` is only the center of the map that the link shows. */
  middle: boolean;
  /** Name or address of the place; null without one. */
  name: string | null;
  /** Position near which the place is searched by its name; null without one. */
  near: CoordinateText | null;
}

const schemeLink = /(?:\bgeo:|\b[a-z][a-z.+-]*:\/\/)\S+/i;
/** A host with a path, as some applications copy it: `maps.app.goo.gl/abc`. */
const bareLink = /(?:^|\s)((?:[\w-]+\.)+[a-z]{2,}\/\S+)/i;

/** Returns the first link in a text, such as the text that a phone shares; null without one. */
export function findLink(text: string): URL | null {
  const [found] = schemeLink.exec(text) ?? [];
  const bare = found ? undefined : bareLink.exec(text)?.[1];
  const link = found ?? (bare && `https://${bare}`);
  const address = link?.replace(/[\]}>.,;!?'"”»]+$/, '').replace(/^([^(]*)\)$/, '$1');
  return address && URL.canParse(address) ? new URL(address) : null;
}

const number = String.raw`(-?\d+(?:\.\d+)?)`;
const pattern = (text: string) => new RegExp(text.replaceAll('N', number), 'i');

function textOf(encoded: string): string {
  const spaced = encoded.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    // Not percent-encoded: the text is used unchanged.
    return spaced;
  }
}

const pair = (latitude: string | undefined, longitude: string | undefined) =>
  latitude === undefined || longitude === undefined ? null : { latitude, longitude };

/** Reads a position as a value in a link: `52.5,13.4`, `loc:52.5,13.4`, `52.5,13.4(Label)` or degrees. */
const positionIn = (value: string): CoordinateText | null =>
  readCoordinates(value.replace(/^loc:/i, '').replace(/\([^)]*\)\s*$/, ''));

/** Applies a pattern with two numbers, latitude first. */
function matched(text: string, form: RegExp): CoordinateText | null {
  const [, latitude, longitude] = form.exec(text) ?? [];
  return pair(latitude, longitude);
}

const firstOf = <T>(values: Iterable<T | null | undefined>): T | null => {
  for (const value of values) if (value != null) return value;
  return null;
};

/** The parts of a link, decoded. */
interface Parts {
  host: string;
  /** Segments of the path. */
  path: string[];
  /** The whole link, decoded. */
  whole: string;
  param(name: string): string | null;
}

function partsOf(url: URL): Parts {
  const params = new Map<string, string>();
  const hash = url.hash.replace(/^#\??/, '');
  for (const one of `${url.search.slice(1)}&${hash}`.split('&')) {
    const [name = '', ...value] = one.split('=');
    const key = name.toLowerCase();
    if (value.length > 0 && !params.has(key)) params.set(key, textOf(value.join('=')).trim());
  }
  return {
    host: url.hostname.toLowerCase(),
    path: url.pathname.split('/').filter(Boolean).map(textOf),
    whole: textOf(url.href),
    param: (name) => params.get(name) || null,
  };
}

/** Characters of the tile numbers in short links of OpenStreetMap. */
const tileCharacters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_~';

/**
 * Decodes a short link of OpenStreetMap (`/go/0MbEWC4D--?m`), which contains the interleaved bits of the position
 * (openstreetmap-website, lib/short_link.rb).
 */
function openStreetMapShort({ host, path }: Parts): CoordinateText | null {
  if (!/(^|\.)(osm\.org|openstreetmap\.org)$/.test(host) || path[0] !== 'go') return null;
  const code = (path[1] ?? '').replace(/-+$/, '').replaceAll('@', '~');
  if (code === '') return null;
  let x = 0;
  let y = 0;
  for (const character of code) {
    const digit = tileCharacters.indexOf(character);
    if (digit < 0) return null;
    for (const bit of [4, 2, 0]) {
      x = x * 2 + ((digit >> (bit + 1)) & 1);
      y = y * 2 + ((digit >> bit) & 1);
    }
  }
  const size = 2 ** (3 * code.length);
  const longitude = ((x + 0.5) * 360) / size - 180;
  const latitude = ((y + 0.5) * 180) / size - 90;
  return { latitude: String(round(latitude)), longitude: String(round(longitude)) };
}

const round = (degrees: number) => Number(degrees.toFixed(6));

/** Decodes the place of a HERE link (`/p/s-…`), whose text is base64: `c=…;lat=52.5;lon=13.4;n=…`. */
function herePlace({ path }: Parts): { position: CoordinateText | null; name: string | null } {
  const nothing = { position: null, name: null };
  const [, code] = (path[0] === 'p' && /^[a-z]-(.+)$/.exec(path[1] ?? '')) || [];
  if (!code) return nothing;
  let text: string;
  try {
    text = atob(code.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return nothing;
  }
  const value = (...names: string[]) =>
    firstOf(names.map((name) => new RegExp(`\\b${name}"?[=:]"?([^;",}]+)`).exec(text)?.[1]));
  const title = value('n', 'name', 'title');
  return {
    position: pair(value('lat', 'latitude') ?? undefined, value('lon', 'lng') ?? undefined),
    name: title && textOf(title),
  };
}

/** Returns the value of a path segment after one of these names: `/place/Alexanderplatz`. */
function segmentAfter({ path }: Parts, ...names: string[]): string | null {
  const value = path[path.findIndex((one) => names.includes(one.toLowerCase())) + 1];
  const found = path.some((one) => names.includes(one.toLowerCase()));
  return found && value && !/^(@|data=)/.test(value) ? value : null;
}

/** Returns the destination of directions: the last stop in the path. */
function destinationIn({ path }: Parts): string | null {
  const start = path.findIndex((one) => one.toLowerCase() === 'dir');
  if (start < 0) return null;
  return path.slice(start + 1).findLast((one) => !/^(@|data=|am=)/.test(one)) ?? null;
}

/** Returns the last stop among Google's data of directions, which state the longitude first. */
function stopIn({ whole }: Parts): CoordinateText | null {
  const [, longitude, latitude] =
    [...whole.matchAll(/!1d(-?\d+\.\d+)!2d(-?\d+\.\d+)/g)].at(-1) ?? [];
  return pair(latitude, longitude);
}

const pinPattern = new RegExp(`!3d${number}!4d${number}`, 'gi');

/** Returns the pin of Google Maps. */
function pinIn({ whole }: Parts): CoordinateText | null {
  const [, latitude, longitude] = [...whole.matchAll(pinPattern)].at(-1) ?? [];
  return pair(latitude, longitude);
}

/** Parameters with the marked place, as a position or as text. */
const placeParameters = [
  'coordinate',
  'q',
  'query',
  'destination',
  'daddr',
  'to',
  'where1',
  'll',
  'pin',
  'cbll',
];
const nameParameters = ['q', 'query', 'name', 'address', 'destination', 'daddr', 'to', 'where1'];

function* markedPositions(parts: Parts): Generator<CoordinateText | null> {
  const { param, path, whole } = parts;
  yield pinIn(parts);
  yield pair(param('mlat') ?? undefined, param('mlon') ?? undefined);
  for (const text of [destinationIn(parts), segmentAfter(parts, 'place', 'search')]) {
    yield text ? positionIn(text) : null;
  }
  yield stopIn(parts);
  for (const name of placeParameters) {
    const value = param(name);
    yield value ? positionIn(value) : null;
  }
  yield matched(param('sp') ?? '', pattern('point\\.N_N'));
  const [, rtp] = /~pos\.([^~]+)/.exec(param('rtp') ?? '') ?? [];
  yield matched(rtp ?? '', pattern('^N_N'));
  if (/(^|\.)here\.com$/.test(parts.host)) {
    yield matched(path[0] === 'l' ? (path[1] ?? '') : '', pattern('^N,N'));
    yield matched(path.at(-1) ?? '', pattern('(?:^|:)N,N'));
    yield herePlace(parts).position;
  }
  if (/(^|\.)(osm\.org|openstreetmap\.org)$/.test(parts.host) && /[?&]m(=|&|#|$)/.test(whole)) {
    yield openStreetMapShort(parts);
  }
}

function* mapCenters(parts: Parts): Generator<CoordinateText | null> {
  const { param, whole } = parts;
  yield matched(whole, pattern('@N,N'));
  yield matched(whole, pattern('#(?:.*&)?map=[\\d.]+/N/N'));
  for (const name of ['center', 'cp', 'map', 'near', 'sll', 'viewpoint']) {
    yield matched(param(name) ?? '', pattern('^N[,~]\\s*N'));
  }
  yield pair(param('lat') ?? undefined, param('lon') ?? param('lng') ?? undefined);
  yield openStreetMapShort(parts);
}

const mapHost =
  /^(?:(?:www|maps)\.)?google\.[a-z]{2,3}(?:\.[a-z]{2})?$|(?:^|\.)(?:maps\.apple\.com|maps\.apple|openstreetmap\.org|osm\.org|here\.com)$|^(?:www\.)?bing\.com$/;

/** Returns true if the link is of a map whose links state names, apart from short links. */
export const isMapLink = ({ protocol, hostname }: URL): boolean =>
  protocol === 'geo:' || mapHost.test(hostname.toLowerCase());

function nameIn(parts: Parts): string | null {
  const texts = [
    segmentAfter(parts, 'place', 'search'),
    destinationIn(parts),
    ...nameParameters.map((name) => parts.param(name)),
    herePlace(parts).name,
    /^point\.[^_]+_[^_]+_([^_]+)/.exec(parts.param('sp') ?? '')?.[1],
    /^[^,]+,[^,]+,(.+)$/.exec(parts.path[0] === 'l' ? (parts.path[1] ?? '') : '')?.[1],
  ];
  return firstOf(texts.map((text) => (text && !positionIn(text) ? text.trim() : null)));
}

/** Reads `geo:52.5,13.4;u=35` (RFC 5870), and Android's `geo:0,0?q=…`. */
function readGeo(url: URL): MapLink | null {
  const [coordinates = '', ...parameters] = textOf(url.pathname).split(';');
  const crs = parameters.find((one) => /^crs=/i.test(one));
  if (crs && !/^crs=wgs84$/i.test(crs)) return null;
  const [, latitude, longitude] =
    pattern('^N,N(?:,N)?$').exec(coordinates.replaceAll(' ', '')) ?? [];
  const at = pair(latitude, longitude);
  const query = partsOf(url).param('q');
  if (!at) return null;
  if (!query) return { position: at, middle: false, name: null, near: null };
  const position = positionIn(query);
  const [, label] = /\(([^)]*)\)\s*$/.exec(query) ?? [];
  if (position) return { position, middle: false, name: label ?? null, near: null };
  const isNowhere = Number(at.latitude) === 0 && Number(at.longitude) === 0;
  return { position: null, middle: false, name: query, near: isNowhere ? null : at };
}

/**
 * Reads a link of Google Maps, Apple Maps, OpenStreetMap, Bing or HERE, a `geo:` URI, or a link of another map with the
 * same parameters. Reads names from links of these maps only.
 *
 * @returns null if the link names no place, such as a short link
 */
export function readMapLink(url: URL): MapLink | null {
  if (url.protocol === 'geo:') return readGeo(url);
  const parts = partsOf(url);
  const name = isMapLink(url) ? nameIn(parts) : null;
  const marked = firstOf(markedPositions(parts));
  if (marked) return { position: marked, middle: false, name, near: null };
  const center = firstOf(mapCenters(parts));
  // The map of a search shows several places.
  const isSearch = !parts.path.some((one) => one.toLowerCase() === 'place');
  if (name && isSearch) return { position: null, middle: false, name, near: center };
  return center || name ? { position: center, middle: center !== null, name, near: null } : null;
}
