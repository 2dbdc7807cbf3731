// Runs on the page on which a check is requested: the map, what can be done at the place, the own position.
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { metresText } from '../frame/text.js';
import { words } from '../words/request.en.js';

const find = <T extends Element>(selector: string) => document.querySelector<T>(selector);
const input = (name: string) => find<HTMLInputElement>(`main [name=${name}]`);
const typed = (name: string) => input(name)?.value.trim() ?? '';

/** The place as typed; null while it is none. */
function place(): { latitude: number; longitude: number } | null {
  const [latitude, longitude] = [typed('latitude'), typed('longitude')].map((text) =>
    text === '' ? Number.NaN : Number(text),
  ) as [number, number];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

function draw(): void {
  const at = place();
  const map = find<SVGElement>('[data-map]');
  const point = find<SVGElement>('[data-point]');
  map?.setAttribute(
    'aria-label',
    at ? words.map(typed('latitude'), typed('longitude')) : words.noMap,
  );
  point?.setAttribute('visibility', at ? 'visible' : 'hidden');
  if (at) point?.setAttribute('transform', `translate(${at.longitude} ${-at.latitude})`);
}

let judged = '';

/** Says what can be done at the place, once both numbers are there. */
async function judge(): Promise<void> {
  const at = place();
  const status = find('[data-place]');
  const query = at ? new URLSearchParams(Object.entries(at).map(([k, v]) => [k, `${v}`])) : '';
  if (!status || `${query}` === judged) return;
  judged = `${query}`;
  if (!at) {
    status.textContent = words.placeHint;
    return;
  }
  const response = await fetch(`/v1/public/serviceability?${query}`).catch(() => null);
  if (!response?.ok || `${query}` !== judged) return;
  const { message, distance_km, market_city } = await response.json();
  status.textContent = `${message} ${words.from(metresText(distance_km * 1000), market_city)}.`;
}

let typing: ReturnType<typeof setTimeout> | undefined;

function changed(): void {
  draw();
  clearTimeout(typing);
  typing = setTimeout(judge, 400);
}

function put(latitude: string, longitude: string): void {
  for (const [name, value] of Object.entries({ latitude, longitude })) {
    const field = input(name);
    if (!field) continue;
    field.value = value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

/** A place as map apps copy it: `52.5, 13.4`, `(52.5 13.4)`, `33.9° S, 18.4° E`. */
const copied =
  /^\s*\(?(-?\d+(?:\.\d+)?)°?\s*([NS])?\s*[,;\s]\s*(-?\d+(?:\.\d+)?)°?\s*([EW])?\)?\s*$/i;

/** Both numbers pasted into either field fill both. */
function paste(event: ClipboardEvent): void {
  const { name } = event.target as HTMLInputElement;
  if (name !== 'latitude' && name !== 'longitude') return;
  const text = event.clipboardData?.getData('text') ?? '';
  const [whole, north, ns, east, ew] = copied.exec(text) ?? [];
  if (!whole || !north || !east) return;
  event.preventDefault();
  put(/s/i.test(ns ?? '') ? `-${north}` : north, /w/i.test(ew ?? '') ? `-${east}` : east);
}

function locate(button: HTMLElement): void {
  const status = find('[data-located]');
  if (!status || button.getAttribute('aria-busy')) return;
  const say = (text: string) => {
    status.textContent = text;
    button.removeAttribute('aria-busy');
  };
  status.textContent = words.looking;
  button.setAttribute('aria-busy', 'true');
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => {
      put(coords.latitude.toFixed(5), coords.longitude.toFixed(5));
      say(words.found(metresText(coords.accuracy)));
    },
    () => say(words.denied),
    { enableHighAccuracy: true, timeout: 20_000 },
  );
}

/** Without encryption the browser has no position to give. */
function explain(): void {
  const button = find('[data-locate]');
  const status = find('[data-located]');
  if (isSecureContext || !button || !status) return;
  button.remove();
  status.textContent = words.notEncrypted;
}

document.addEventListener('input', ({ target }) => {
  if (/^(latitude|longitude)$/.test((target as HTMLInputElement).name)) changed();
});
document.addEventListener('paste', paste);
document.addEventListener('click', ({ target }) => {
  const button = (target as Element).closest<HTMLElement>('[data-locate]');
  if (button) locate(button);
});
document.addEventListener('mainchange', () => {
  judged = '';
  explain();
  changed();
});
explain();
changed();
