// Runs on the page for requesting a check: the map, the service area, the reader's position, the questions.
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { readDegrees } from '../../lib/coordinates.js';
import { distanceMetres, type Position } from '../../lib/geo.js';
import { type PlaceText, readPlace } from '../../lib/place-text.js';
import { objectiveKindOf } from '../../modules/question/objective.js';
import { metresText } from '../frame/text.js';
import { messages } from '../messages/request.en.js';
import type { PlaceMap } from './map.js';
import { combobox, type Suggestion } from './parts/combobox.js';
import { loadMapInView } from './parts/load-map.js';
import { restoreDraft, watchDraft } from './parts/order-draft.js';

const find = <T extends Element>(selector: string) => document.querySelector<T>(selector);
const input = (name: string) => find<HTMLInputElement>(`main [name=${name}]`);
const typed = (name: string) => input(name)?.value.trim() ?? '';

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
/** The place that was chosen last. */
let chosen: SuggestedPlace | undefined;

/** Loads the map of the page that is shown. */
function loadMap(): void {
  const element = find<HTMLElement>('.map:not(.still)');
  map?.remove();
  map = undefined;
  chosen = undefined;
  if (!element) return;
  const onMove = ({ latitude, longitude }: Position) => {
    put(`${latitude}`, `${longitude}`);
    say('');
    followPosition();
  };
  loadMapInView(element, onMove, (loaded) => {
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
    at ? messages.map(typed('latitude'), typed('longitude')) : messages.noMap,
  );
  point?.setAttribute('visibility', at ? 'visible' : 'hidden');
  if (at) point?.setAttribute('transform', `translate(${at.longitude} ${-at.latitude})`);
}

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
  status.textContent = at ? '' : messages.placeHint;
  if (!at) return;
  const answer = await fetch(`/v1/public/serviceability?${query}`)
    .then((response) => (response.ok ? response.json() : null))
    .catch(() => null);
  if (checked !== checking) return;
  if (!answer) {
    checking.query = null;
    return;
  }
  const { message, distance_km, market_city } = answer;
  status.textContent = `${message} ${messages.from(metresText(distance_km * 1000), market_city)}.`;
}

type PlaceKind = keyof typeof messages.kinds;

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
  const { lang: language } = document.documentElement;
  const response = await fetch(`${path}?${new URLSearchParams({ ...query, language })}`, {
    signal,
  });
  if (response.status === 422) return [];
  if (!response.ok) throw new Error(`places: ${response.status}`);
  const { places } = (await response.json()) as { places: Omit<SuggestedPlace, 'detail'>[] };
  return places.map((one) => ({ ...one, detail: messages.kinds[one.kind] }));
}

function searchPlaces(text: string, signal: AbortSignal): Promise<SuggestedPlace[]> {
  const at = place();
  const near = at && { near: `${at.latitude},${at.longitude}` };
  return fetchPlaces('/v1/public/places', { text, ...near }, signal);
}

async function suggestPlaces(text: string, signal: AbortSignal): Promise<SuggestedPlace[]> {
  const suggested = await searchPlaces(text, signal);
  // Coordinates, a plus code or a link state one position; there is nothing to choose.
  const [only] = suggested;
  if (only?.kind === 'position' && suggested.length === 1) {
    choosePlace({ ...only, label: messages.enteredPosition });
  }
  return suggested;
}

function choosePlace(suggested: SuggestedPlace): void {
  stopFollowing();
  const { latitude, longitude, kind } = suggested;
  chosen = suggested;
  put(`${latitude}`, `${longitude}`);
  map?.showPin(place(), zoomOf(suggested));
  say(kind in zooms ? messages.movePin : '');
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

const apartText = (from: SuggestedPlace, at: Position) =>
  messages.apart(metresText(distanceMetres(from, at)), from.label);

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
  return messages.followed(described.label);
}

/** Updates the address after the position changed, and adds the result to the status. */
function followPosition(): void {
  const address = input('address');
  stopFollowing();
  if (!address) return;
  const request = new AbortController();
  const run = async () => {
    // Offline the address stays as it is.
    const text = await follow(address, request.signal).catch(() => '');
    if (text && !request.signal.aborted) say(`${positionStatus()} ${text}`.trim());
  };
  following = { timer: setTimeout(run, chosen ? 0 : followMilliseconds), request };
}

/** Suggests places for the text of the address. */
function suggestAddress(): void {
  const address = input('address');
  if (!address || address.hasAttribute('role')) return;
  combobox({
    input: address,
    label: messages.suggestions,
    suggest: suggestPlaces,
    onChoose: choosePlace,
    count: messages.suggested,
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
const say = (text: string) => {
  const status = find('[data-located]');
  if (status) status.textContent = text;
};

function take({ latitude, longitude, middle }: PlaceText): void {
  chosen = undefined;
  put(latitude, longitude);
  map?.showPin(place(), buildingZoom);
  say(middle ? messages.takenFromMiddle : messages.taken);
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
  } else if (/:\/\//.test(target.value)) say(messages.noPlace);
}

function locate(button: HTMLElement): void {
  if (button.getAttribute('aria-busy')) return;
  const end = (text: string) => {
    say(text);
    button.removeAttribute('aria-busy');
  };
  say(messages.looking);
  button.setAttribute('aria-busy', 'true');
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => {
      chosen = undefined;
      put(coords.latitude.toFixed(5), coords.longitude.toFixed(5));
      map?.showPin(place(), buildingZoom);
      end(messages.found(metresText(coords.accuracy)));
      followPosition();
    },
    () => end(messages.denied),
    { enableHighAccuracy: true, timeout: 20_000 },
  );
}

/** Explains why the browser has no position on an unencrypted page. */
function explain(): void {
  const button = find('[data-locate]');
  if (isSecureContext || !button) return;
  button.remove();
  say(messages.notEncrypted);
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
  only.textContent = messages.onlyYours;
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
