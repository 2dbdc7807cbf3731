// Runs on the page for requesting a check: the map, the service area, the reader's position, the questions.
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { components } from '../../../schema/rest.js';
import { readDegrees } from '../../lib/coordinates.js';
import { distanceMetres, type Position } from '../../lib/geo.js';
import { type PlaceText, readPlace } from '../../lib/place-text.js';
import { filled } from '../../messages/fill.js';
import { isolated } from '../../messages/format.js';
import type { RequestScriptKey } from '../../messages/request/script-keys.js';
import { objectiveKindOf } from '../../modules/question/objective.js';
import { metresText } from '../frame/text.js';
import type { PlaceMap } from './map.js';
import { combobox, type Suggestion } from './parts/combobox.js';
import { loadMapInView } from './parts/load-map.js';
import { restoreDraft, watchDraft } from './parts/order-draft.js';
import { pageLanguage, pageTexts } from './parts/page-texts.js';

const find = <T extends Element>(selector: string) => document.querySelector<T>(selector);
const input = (name: string) => find<HTMLInputElement>(`main [name=${name}]`);
const typed = (name: string) => input(name)?.value.trim() ?? '';

/** Returns a message of the page with its arguments. */
const text = (key: RequestScriptKey, values?: Readonly<Record<string, string>>): string =>
  filled(pageTexts()[key], values);

/** Formats a distance for a sentence in the language of the page. */
const distanceText = (metres: number): string => metresText(metres, pageLanguage());
/** Returns a name, address or position for a sentence in the language of the page. */
const nameText = (name: string): string => isolated(pageLanguage(), name);

/** Returns the typed position; null while it is incomplete. */
function place(): Position | null {
  const [latitude, longitude] = [typed('latitude'), typed('longitude')].map((text) =>
    Number(readDegrees(text) ?? Number.NaN),
  ) as [number, number];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

/** Time without another movement before the address follows the position. */
const followMilliseconds = 300;
/** Zoom at which buildings fill the map. */
const buildingZoom = 15;
let map: PlaceMap | undefined;
let removeMap = () => {};
/** The place that was chosen last. */
let chosen: SuggestedPlace | undefined;

/** Loads the map of the page that is shown. */
function loadMap(): void {
  const element = find<HTMLElement>('.map:not(.still)');
  removeMap();
  map = undefined;
  chosen = undefined;
  if (!element) return;
  const onMove = ({ latitude, longitude }: Position) => {
    put(`${latitude}`, `${longitude}`);
    say('');
    followPosition();
  };
  removeMap = loadMapInView(element, onMove, (loaded) => {
    map = loaded;
    map.showPin(place(), place() ? zoomOf(chosen) : undefined);
  });
}

function draw(): void {
  const at = place();
  map?.showPin(at);
  const outline = find<SVGElement>('[data-outline]');
  const point = find<SVGElement>('[data-point]');
  outline?.setAttribute(
    'aria-label',
    at
      ? text('request.map', { position: nameText(`${typed('latitude')}, ${typed('longitude')}`) })
      : text('request.no_map'),
  );
  point?.setAttribute('visibility', at ? 'visible' : 'hidden');
  if (at) point?.setAttribute('transform', `translate(${at.longitude} ${-at.latitude})`);
}

type Serviceability = components['schemas']['PublicServiceabilityGuidanceOut'];

/** The message of each level of serviceability. */
const levelKeys: Readonly<Record<string, RequestScriptKey>> = {
  covered: 'request.level.covered',
  limited: 'request.level.limited',
  self_service_only: 'request.level.self_service_only',
  unserviceable: 'request.level.unserviceable',
};

/** The position that the status describes: '' for none; null if the service could not be reached. */
let checked: { query: string | null } = { query: '' };

/** Shows the serviceability of the position, once both numbers are entered. */
async function check(): Promise<void> {
  const at = place();
  const status = find('[data-place]');
  const query = at ? `${new URLSearchParams(Object.entries(at).map(([k, v]) => [k, `${v}`]))}` : '';
  if (!status || query === checked.query) return;
  const checking: typeof checked = { query };
  checked = checking;
  // The message about another position no longer applies.
  status.textContent = at ? '' : text('request.place_hint');
  if (!at) return;
  const answer: Serviceability | null = await fetch(`/v1/public/serviceability?${query}`)
    .then((response) => (response.ok ? response.json() : null))
    .catch(() => null);
  if (checked !== checking) return;
  if (!answer) {
    checking.query = null;
    return;
  }
  const { level, distance_km, market_city } = answer;
  const distance = distanceText(distance_km * 1000);
  const key = levelKeys[level];
  if (key) status.textContent = text(key, { distance, city: nameText(market_city) });
}

/** The message of each kind of place. */
const kindKeys = {
  position: 'request.kind.position',
  address: 'request.kind.address',
  street: 'request.kind.street',
  landmark: 'request.kind.landmark',
  postcode: 'request.kind.postcode',
  district: 'request.kind.district',
  village: 'request.kind.village',
  town: 'request.kind.town',
  city: 'request.kind.city',
  region: 'request.kind.region',
  country: 'request.kind.country',
} as const satisfies Readonly<Record<string, RequestScriptKey>>;
type PlaceKind = keyof typeof kindKeys;

/** A place of GET /v1/public/places, with its kind as text. */
interface SuggestedPlace extends Suggestion {
  latitude: number;
  longitude: number;
  kind: PlaceKind;
}

/** Kinds of places that are too large for a visit: the pin is only near the place. */
const zooms: Partial<Record<PlaceKind, number>> = {
  country: 4,
  region: 7,
  city: 11,
  town: 12,
  district: 13,
  village: 13,
  postcode: 13,
};

const zoomOf = (suggested: SuggestedPlace | undefined) =>
  zooms[suggested?.kind ?? 'position'] ?? buildingZoom;

async function fetchPlaces(
  path: string,
  query: Record<string, string>,
  signal: AbortSignal,
): Promise<SuggestedPlace[]> {
  const parameters = new URLSearchParams({ ...query, language: pageLanguage() });
  const response = await fetch(`${path}?${parameters}`, { signal });
  if (response.status === 422) return [];
  if (!response.ok) throw new Error(`places: ${response.status}`);
  const { places } = (await response.json()) as { places: Omit<SuggestedPlace, 'detail'>[] };
  return places.map((one) => ({ ...one, detail: text(kindKeys[one.kind]) }));
}

function searchPlaces(query: string, signal: AbortSignal): Promise<SuggestedPlace[]> {
  const at = place();
  const near = at && { near: `${at.latitude},${at.longitude}` };
  return fetchPlaces('/v1/public/places', { text: query, ...near }, signal);
}

async function suggestPlaces(query: string, signal: AbortSignal): Promise<SuggestedPlace[]> {
  const suggested = await searchPlaces(query, signal);
  // Coordinates, a plus code or a link state one position; there is nothing to choose.
  const [only] = suggested;
  if (only?.kind === 'position' && suggested.length === 1) {
    choosePlace(only);
  }
  return suggested;
}

function choosePlace(suggested: SuggestedPlace): void {
  stopFollowing();
  const { latitude, longitude, kind } = suggested;
  chosen = suggested;
  put(`${latitude}`, `${longitude}`);
  map?.showPin(place(), zoomOf(suggested));
  say(kind in zooms ? text('request.move_pin') : '');
}

/** The address that was derived from the position; undefined before the first. */
let derivedAddress: string | undefined;
let following: { timer: ReturnType<typeof setTimeout>; request: AbortController } | undefined;

function stopFollowing(): void {
  clearTimeout(following?.timer);
  following?.request.abort();
}

/** Distance up to which an address of a kind agrees with a position; countries and regions always agree. */
const agreeingMetres: Partial<Record<PlaceKind, number>> = {
  country: Number.POSITIVE_INFINITY,
  region: Number.POSITIVE_INFINITY,
  city: 50_000,
  town: 10_000,
  district: 10_000,
  village: 10_000,
  postcode: 10_000,
  street: 2000,
};
const agreeingMetresDefault = 200;

/** Returns how far the pin is from a place; a position is the one that the customer entered. */
function apartText(from: SuggestedPlace, at: Position): string {
  const distance = distanceText(distanceMetres(from, at));
  return from.kind === 'position'
    ? text('request.apart_entered', { distance })
    : text('request.apart', { distance, place: nameText(from.label) });
}

/** Derives the address from the position, or returns how far apart they are if the customer entered an address. */
async function follow(address: HTMLInputElement, signal: AbortSignal): Promise<string> {
  const at = place();
  if (!at) return '';
  if (chosen) return apartText(chosen, at);
  const written = address.value.trim();
  if (written !== '' && written !== derivedAddress) {
    const [found] = await searchPlaces(written, signal);
    const bound = (found && agreeingMetres[found.kind]) ?? agreeingMetresDefault;
    return found && distanceMetres(found, at) > bound ? apartText(found, at) : '';
  }
  const query = { latitude: `${at.latitude}`, longitude: `${at.longitude}` };
  const [described] = await fetchPlaces('/v1/public/places/at', query, signal);
  if (!described) return '';
  // The customer may have typed since.
  if (signal.aborted || address.value.trim() !== written) return '';
  derivedAddress = described.label;
  address.value = described.label;
  address.dispatchEvent(new Event('input', { bubbles: true }));
  return text('request.followed', { place: nameText(described.label) });
}

/** Updates the address after the position changed, and adds the result to the status. */
function followPosition(): void {
  const address = input('address');
  stopFollowing();
  if (!address) return;
  const request = new AbortController();
  const run = async () => {
    // Offline the address stays as it is.
    const result = await follow(address, request.signal).catch(() => '');
    if (result && !request.signal.aborted) say(`${positionStatus()} ${result}`.trim());
  };
  following = { timer: setTimeout(run, chosen ? 0 : followMilliseconds), request };
}

/** Suggests places for the text of the address. */
function suggestAddress(): void {
  const address = input('address');
  if (!address || address.hasAttribute('role')) return;
  combobox({
    input: address,
    label: text('request.suggestions'),
    suggest: suggestPlaces,
    onChoose: choosePlace,
    count: (count) =>
      count === 0
        ? text('request.none_suggested')
        : text('request.suggested', { count: String(count) }),
    lengthMin: 3,
  });
}

let typing: ReturnType<typeof setTimeout> | undefined;

function changed(): void {
  draw();
  clearTimeout(typing);
  typing = setTimeout(check, 400);
}

function put(latitude: string, longitude: string): void {
  for (const [name, value] of Object.entries({ latitude, longitude })) {
    const field = input(name);
    if (!field) continue;
    field.value = value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

const isCoordinate = (field: EventTarget | null): field is HTMLInputElement =>
  /^(latitude|longitude)$/.test((field as HTMLInputElement).name);

const positionStatus = () => find('[data-located]')?.textContent ?? '';
const say = (message: string) => {
  const status = find('[data-located]');
  if (status) status.textContent = message;
};

function take({ latitude, longitude, middle }: PlaceText): void {
  chosen = undefined;
  put(latitude, longitude);
  map?.showPin(place(), buildingZoom);
  say(text(middle ? 'request.taken_from_middle' : 'request.taken'));
  followPosition();
}

/** Fills both fields from a position pasted into either. */
function paste(event: ClipboardEvent): void {
  if (!isCoordinate(event.target)) return;
  const place = readPlace(event.clipboardData?.getData('text') ?? '');
  if (!place) return;
  event.preventDefault();
  take(place);
}

/** Parses text that was typed, or inserted by a keyboard, when the field is left or sent. */
function typedWhole({ target }: Event): void {
  if (!isCoordinate(target)) return;
  const place = readPlace(target.value);
  const degrees = readDegrees(target.value);
  if (place) take(place);
  else if (degrees !== null && degrees !== target.value) {
    target.value = degrees;
    target.dispatchEvent(new Event('input', { bubbles: true }));
  } else if (/:\/\//.test(target.value)) say(text('request.no_position'));
}

function locate(button: HTMLElement): void {
  if (button.getAttribute('aria-busy')) return;
  const end = (result: string) => {
    say(result);
    button.removeAttribute('aria-busy');
  };
  say(text('request.looking'));
  button.setAttribute('aria-busy', 'true');
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => {
      chosen = undefined;
      put(coords.latitude.toFixed(5), coords.longitude.toFixed(5));
      map?.showPin(place(), buildingZoom);
      end(text('request.found', { distance: distanceText(coords.accuracy) }));
      followPosition();
    },
    () => end(text('request.denied')),
    { enableHighAccuracy: true, timeout: 20_000 },
  );
}

/** Explains why the browser has no position on an unencrypted page. */
function explain(): void {
  const button = find('[data-locate]');
  if (isSecureContext || !button) return;
  button.remove();
  say(text('request.not_encrypted'));
}

/** Shows the questions of the chosen service. */
function showQuestions(): void {
  const key = find<HTMLSelectElement>('main [name=service_key]')?.value;
  const shown = find('[data-questions]');
  if (!shown || key === undefined) return;
  const chosen = [...document.querySelectorAll<HTMLElement>('[data-service]')].find(
    ({ dataset }) => dataset['service'] === key,
  );
  if (chosen) {
    shown.replaceChildren(...chosen.cloneNode(true).childNodes);
    return;
  }
  const only = document.createElement('p');
  only.className = 'soft';
  only.textContent = text('request.only_yours');
  shown.replaceChildren(only);
}

const ownRows = () => [...document.querySelectorAll<HTMLElement>('[data-own]')];
const ownFields = (row: HTMLElement) => ({
  label: row.querySelector('input'),
  kind: row.querySelector('select'),
});

/** Shows the rows up to the last one in use, and marks the kinds that differ from the guess as chosen. */
function arrangeOwn(): void {
  const rows = ownRows();
  const last = rows.findLastIndex((row) => ownFields(row).label?.value.trim());
  for (const [i, row] of rows.entries()) {
    row.hidden = i > Math.max(last, 0);
    const { label, kind } = ownFields(row);
    if (!label || !kind || kind.value === '') continue;
    if (kind.value !== objectiveKindOf(label.value)) kind.dataset['chosen'] = '';
  }
  showAdd();
}

function showAdd(): void {
  const button = find<HTMLElement>('[data-add]');
  if (button) button.hidden = ownRows().every((row) => !row.hidden);
}

function addOwn(): void {
  const row = ownRows().find(({ hidden }) => hidden);
  if (!row) return;
  row.hidden = false;
  ownFields(row).label?.focus();
  showAdd();
}

/** Guesses the kind of answer of a question while it is typed, unless a kind was chosen. */
function guess(row: HTMLElement): void {
  const { label, kind } = ownFields(row);
  if (!label || !kind || 'chosen' in kind.dataset) return;
  kind.value = label.value.trim() === '' ? '' : objectiveKindOf(label.value);
}

document.addEventListener('input', ({ target }) => {
  if (isCoordinate(target)) changed();
  // Another text does not name the place that was chosen.
  if (target === input('address')) chosen = undefined;
  const row = (target as Element).closest<HTMLElement>('[data-own]');
  if (row && target instanceof HTMLInputElement) guess(row);
});
document.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLSelectElement)) return;
  if (target.name === 'service_key') showQuestions();
  if (!target.closest('[data-own]')) return;
  if (target.value === '') delete target.dataset['chosen'];
  else target.dataset['chosen'] = '';
});
document.addEventListener('change', typedWhole);
document.addEventListener('paste', paste);
document.addEventListener('click', ({ target }) => {
  const button = (target as Element).closest<HTMLElement>('[data-locate]');
  if (button) locate(button);
  if ((target as Element).closest('[data-add]')) addOwn();
});
watchDraft();
document.addEventListener('mainchange', () => {
  checked = { query: '' };
  restoreDraft();
  explain();
  suggestAddress();
  loadMap();
  changed();
  showQuestions();
  arrangeOwn();
});
addEventListener('online', check);
restoreDraft();
explain();
suggestAddress();
loadMap();
changed();
showQuestions();
arrangeOwn();
