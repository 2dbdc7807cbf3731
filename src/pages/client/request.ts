// Runs on the page for requesting a check: the map, the service area, the reader's position.
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { type PlaceText, readDegrees, readPlace } from '../../lib/place-text.js';
import { metresText } from '../frame/text.js';
import { messages } from '../messages/request.en.js';

const find = <T extends Element>(selector: string) => document.querySelector<T>(selector);
const input = (name: string) => find<HTMLInputElement>(`main [name=${name}]`);
const typed = (name: string) => input(name)?.value.trim() ?? '';

/** Returns the typed position; null while it is incomplete. */
function place(): { latitude: number; longitude: number } | null {
  const [latitude, longitude] = [typed('latitude'), typed('longitude')].map((text) =>
    Number(readDegrees(text) ?? Number.NaN),
  ) as [number, number];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

function draw(): void {
  const at = place();
  const map = find<SVGElement>('[data-map]');
  const point = find<SVGElement>('[data-point]');
  map?.setAttribute(
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

const say = (text: string) => {
  const status = find('[data-located]');
  if (status) status.textContent = text;
};

function take({ latitude, longitude, middle }: PlaceText): void {
  put(latitude, longitude);
  say(middle ? messages.takenFromMiddle : messages.taken);
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
      put(coords.latitude.toFixed(5), coords.longitude.toFixed(5));
      end(messages.found(metresText(coords.accuracy)));
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

document.addEventListener('input', ({ target }) => {
  if (isCoordinate(target)) changed();
});
document.addEventListener('change', typedWhole);
document.addEventListener('paste', paste);
document.addEventListener('click', ({ target }) => {
  const button = (target as Element).closest<HTMLElement>('[data-locate]');
  if (button) locate(button);
});
document.addEventListener('mainchange', () => {
  checked = { query: '' };
  explain();
  changed();
});
addEventListener('online', check);
explain();
changed();
