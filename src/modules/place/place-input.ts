import { type CoordinateText, isLikeCoordinates, readCoordinates } from '../../lib/coordinates.js';
import { isPossiblePosition, type Position } from '../../lib/geo.js';
import { findLink, isMapLink, readMapLink } from '../../lib/map-link.js';
import { plusCodePosition, readPlusCode } from './plus-code.js';
import { isShortLink } from './short-link-hosts.js';

/** A text that describes a place, as read. */
export type PlaceInput =
  | {
      kind: 'position';
      position: Position;
      /** Name that the text gives the position; null without one. */
      name: string | null;
      /** True if the position is only the center of the map that a link shows. */
      middle: boolean;
    }
  /** A name or an address to search, near a position if the text states one. */
  | { kind: 'name'; text: string; near: Position | null }
  /** A plus code without its first digits, near a named place; near the caller without one. */
  | { kind: 'short_code'; code: string; reference: string | null }
  | { kind: 'short_link'; url: URL }
  /** Coordinates, a code or a link without a readable place. The message describes the next step. */
  | { kind: 'unreadable'; message: string };

const unreadable = (message: string): PlaceInput => ({ kind: 'unreadable', message });

const numbersHelp = 'Enter latitude and longitude, such as 52.5219, 13.4132';
const linkHelp =
  'Copy the coordinates of the place from the map, or paste a link from Google Maps, Apple Maps, OpenStreetMap, Bing or HERE';

const numbersOf = ({ latitude, longitude }: CoordinateText): Position => ({
  // Plus zero: JSON does not preserve a negative zero.
  latitude: Number(latitude) + 0,
  longitude: Number(longitude) + 0,
});

function positionInput(
  text: CoordinateText,
  { name = null, middle = false }: { name?: string | null; middle?: boolean } = {},
): PlaceInput {
  const position = numbersOf(text);
  if (isPossiblePosition(position.latitude, position.longitude)) {
    return { kind: 'position', position, name, middle };
  }
  const isLatitude = !(Math.abs(position.latitude) <= 90);
  return unreadable(
    isLatitude
      ? `the latitude ${text.latitude} is not between -90 and 90. Enter the latitude first, such as 52.5219, 13.4132`
      : `the longitude ${text.longitude} is not between -180 and 180. ${numbersHelp}`,
  );
}

const what3words =
  /^\/{2,3}\s*\S+|(?:^|[/.\s])(?:what3words\.com|w3w\.co|w3w\.io)(?:[/\s]|$)|^(?!www\.)\p{L}{3,}\.\p{L}{3,}\.\p{L}{3,}$/iu;

/** Reads the place that a link names. */
export function readLink(url: URL): PlaceInput {
  if (url.hostname.toLowerCase() === 'plus.codes') {
    const [, code = ''] = url.pathname.split('/');
    return readCode(decodePlus(code + url.search)) ?? unreadable(`this link has no plus code`);
  }
  if (isShortLink(url)) return { kind: 'short_link', url };
  const [, continued] = /^consent\.google\./.test(url.hostname)
    ? [null, url.searchParams.get('continue')]
    : [];
  if (continued && URL.canParse(continued)) return readLink(new URL(continued));
  const link = readMapLink(url);
  if (link?.position) return positionInput(link.position, link);
  if (link?.name) {
    return { kind: 'name', text: link.name, near: link.near && numbersOf(link.near) };
  }
  if (url.protocol === 'geo:')
    return unreadable(`this geo: link has no position in WGS 84. ${numbersHelp}`);
  return unreadable(
    isMapLink(url)
      ? `this link shows no place. ${linkHelp}`
      : `links to ${url.hostname || url.protocol} are not supported. ${linkHelp}`,
  );
}

const decodePlus = (text: string) => text.replace(/%2B|%20(?=\w*$)/gi, '+').replace(/\?.*/, '');

function readCode(text: string): PlaceInput | null {
  const code = readPlusCode(text);
  if (code === null) return null;
  if (code === 'invalid') {
    return unreadable(
      'this is not a valid plus code. Enter the whole code, such as 9F4MGC8C+PX, or a short code with its town, such as GC8C+PX Berlin',
    );
  }
  if (code.kind === 'short') return { ...code, kind: 'short_code' };
  return { kind: 'position', position: plusCodePosition(code.code), name: null, middle: false };
}

/**
 * Reads what people type or paste to name a place: coordinates, a plus code, a `geo:` URI, a link of a map, or a name.
 * Does not search names, and does not open links.
 */
export function readPlaceInput(typed: string): PlaceInput {
  const text = typed.trim();
  if (what3words.test(text)) {
    return unreadable(
      'what3words is not supported. Share the coordinates of the place from what3words, or a link from another map',
    );
  }
  const url = findLink(text);
  if (url) return readLink(url);
  const code = readCode(text);
  if (code) return code;
  const coordinates = readCoordinates(text);
  if (coordinates) return positionInput(coordinates);
  if (isLikeCoordinates(text)) return unreadable(`these are not two coordinates. ${numbersHelp}`);
  // An easterly longitude in German, a westerly one in French.
  if (isLikeCoordinates(text.replace(/O/gi, 'E')) && /\d/.test(text)) {
    return unreadable(
      'the letter O means east in some languages and west in others. Use E for east or W for west',
    );
  }
  if (!/[\p{L}\p{N}]/u.test(text)) {
    return unreadable(
      'there is no letter or digit in it. Enter an address, a place or coordinates',
    );
  }
  return { kind: 'name', text, near: null };
}
