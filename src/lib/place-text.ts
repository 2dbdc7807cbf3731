/** A position as text with decimal points, in degrees. */
export interface PlaceText {
  latitude: string;
  longitude: string;
  /** True if the position is only the center of the map that a link shows. */
  middle: boolean;
}

const number = String.raw`(-?\d+(?:\.\d+)?)`;
const link = (...forms: string[]) =>
  forms.map((form) => new RegExp(form.replaceAll('N', number), 'i'));

/** Links with a marked place: the pin of Google Maps, a search, OpenStreetMap's marker, `geo:`. */
const marked = link(
  '!3dN!4dN',
  '[?&](?:q|query|ll|destination|daddr|coordinate)=(?:loc:)?N,\\s*N',
  '/(?:place|search|dir/.*)/N,\\s*N',
  '[?&]mlat=N&mlon=N',
  '^geo:N,N',
);

/** Links with only a map center: Google Maps, OpenStreetMap, Apple Maps, Bing. */
const middles = link('@N,N', '#map=[\\d.]+/N/N', '[?&](?:center|cp)=N[,~]N');

function inLink(text: string): PlaceText | null {
  let plain = text.replaceAll('+', ' ');
  try {
    plain = decodeURIComponent(plain);
  } catch {
    // Not percent-encoded: the text is used unchanged.
  }
  for (const forms of [marked, middles]) {
    for (const form of forms) {
      const [, latitude, longitude] = form.exec(plain) ?? [];
      if (latitude && longitude) return { latitude, longitude, middle: forms === middles };
    }
  }
  return null;
}

/** Normalizes signs, case and, if the text contains no point, decimal commas. */
function normal(typed: string): string {
  const text = typed
    .trim()
    .replace(/[−–]/g, '-')
    .replace(/[º˚]/g, '°')
    .replace(/''|[″”“]/g, '"')
    .replace(/[′’‘´]/g, "'")
    .replace(/^[([{]|[)\]}]$/g, '')
    .replace(/\b(latitude|longitude|lat|long|lon|lng)\b[:=]?/gi, ' ')
    .toUpperCase()
    .trim();
  return /\d\.\d/.test(text) ? text : text.replace(/(\d),(\d)/g, '$1.$2');
}

/** Degrees with optional minutes and seconds, and the hemisphere before or after. */
const angle =
  /^([NSEW])?\s*([+-]?)(\d+\.?\d*|\.\d+)\s*°?\s*(?:(\d+(?:\.\d+)?)\s*'\s*)?(?:(\d+(?:\.\d+)?)\s*"\s*)?([NSEW])?$/;

function degrees(text: string): string | null {
  const [, before, sign, whole, minutes, seconds, after] = angle.exec(text.trim()) ?? [];
  if (!whole || (before && after) || Number(minutes ?? 0) >= 60 || Number(seconds ?? 0) >= 60) {
    return null;
  }
  const size =
    minutes || seconds
      ? Number(whole) + Number(minutes ?? 0) / 60 + Number(seconds ?? 0) / 3600
      : null;
  const unsigned = size === null ? whole : String(Number(size.toFixed(6)));
  return (sign === '-') !== /[SW]/.test(before ?? after ?? '') ? `-${unsigned}` : unsigned;
}

/** The two numbers, separated by their letters, or by a comma, a semicolon or a space. */
const halves = [
  /^(.*[NS])[\s,;]*(\S.*[EW])$/,
  /^([NS].*?)[\s,;]*([EW].*)$/,
  /^([^\s,;]+)(?:\s*[,;]\s*|\s+)([^\s,;]+)$/,
];

/**
 * Reads a number of degrees in a common notation: `52.5219`, `52,5219`, `33.9° S`, `33°51'35.9"S`.
 *
 * @returns the number with a decimal point, negative for south and west; null for any other text
 */
export const readDegrees = (typed: string): string | null => degrees(normal(typed));

/**
 * Reads a position in a commonly copied form: two numbers with decimal points or commas, degrees with minutes and
 * seconds, `geo:`, or a link of Google Maps, OpenStreetMap, Apple Maps or Bing. Does not check bounds. `52,5219` is one
 * number with a decimal comma and not a position.
 */
export function readPlace(typed: string): PlaceText | null {
  if (/:\/\/|^\s*geo:/i.test(typed)) return inLink(typed.trim());
  const text = normal(typed);
  for (const form of halves) {
    const [, first, second] = form.exec(text) ?? [];
    if (!first || !second || /[EW]/.test(first) || /[NS]/.test(second)) continue;
    const latitude = degrees(first);
    const longitude = degrees(second);
    if (latitude && longitude) return { latitude, longitude, middle: false };
  }
  return null;
}
