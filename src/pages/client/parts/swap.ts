/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { localTimeText } from '../../frame/text.js';
import { tabStorage } from './browser-storage.js';
import { morph } from './morph.js';

export const mainOf = (root: Document = document) => root.querySelector('main') as HTMLElement;

/** Dispatched on the document when `main` has come or changed; bundles of single pages listen to it. */
export const mainChanged = 'mainchange';

/** Where an access code is kept for the way back from the checkout, by the id of its request. */
const codeKey = (id: string) => `code ${id}`;

export const keptCode = (id: string): string | null => tabStorage.get(codeKey(id));
export const forgetCode = (id: string): void => tabStorage.remove(codeKey(id));
/** Whoever signs out leaves nothing open for the next person at this device. */
export function forgetCodes(): void {
  for (const key of tabStorage.names()) {
    if (key.startsWith(codeKey(''))) tabStorage.remove(key);
  }
}

/**
 * Puts the token of the fragment where it belongs: a field for it is filled and out of sight. Of what is
 * meant for a reader with a fragment or without one, the other is hidden.
 */
function useFragment(main: HTMLElement): void {
  const token = location.hash.slice(1);
  const hide = (selector: string) => {
    for (const node of main.querySelectorAll<HTMLElement>(selector)) node.hidden = true;
  };
  hide(token ? '[data-without-fragment], [data-fragment]' : '[data-with-fragment]');
  const field = main.querySelector<HTMLInputElement>('[data-fragment] input');
  if (token && field) field.value = token;
}

/** Makes what came from the server the reader's own: times in the reader's zone, controls that need script. */
export function enhance(): void {
  const main = mainOf();
  for (const time of main.querySelectorAll('time')) {
    time.textContent = localTimeText(time.dateTime);
  }
  for (const node of main.querySelectorAll('[data-script][hidden]')) {
    node.removeAttribute('hidden');
  }
  useFragment(main);
  const { request, token } = main.dataset;
  if (request && token) tabStorage.set(codeKey(request), token);
  document.dispatchEvent(new CustomEvent(mainChanged));
}

export interface SwapOptions {
  /** The form that the page answers, which takes the values of the page; what was typed elsewhere stays. */
  answered: HTMLFormElement | null;
  /** Whether the focus follows what the reader did. */
  moveFocus: boolean;
}

const headingOf = () => mainOf().querySelector('h1');

function focusOn(target: HTMLElement): void {
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
  const { top, bottom } = target.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) target.scrollIntoView({ block: 'start' });
}

/** A height that was held for one width means nothing at another. */
export function watchWidth(): void {
  addEventListener('resize', () => {
    mainOf().querySelector<HTMLElement>('[data-hold]')?.style.removeProperty('min-block-size');
  });
}

/** What was said of the last action stays until the next one, or until things stand differently. */
function keepNotes(main: HTMLElement): void {
  const notes = main.querySelector('[data-notes]');
  const message = mainOf().querySelector('[data-notes]');
  if (notes?.childElementCount === 0 && message) notes.innerHTML = message.innerHTML;
}

/**
 * Puts the `main` of an answered page in place.
 * @returns false when the answer is no page of ours
 */
export function swap(html: string, { answered, moveFocus }: SwapOptions): boolean {
  const next = new DOMParser().parseFromString(html, 'text/html');
  const main = mainOf(next);
  if (!main) return false;
  const heading = headingOf()?.textContent;
  document.title = next.title;
  const { address } = main.dataset;
  if (address && address !== location.pathname + location.hash) {
    history.pushState(null, '', address);
  }
  if (!moveFocus && main.querySelector('h1')?.textContent === heading) keepNotes(main);
  const { activeElement, body } = document;
  const held = mainOf().querySelector<HTMLElement>('[data-hold]')?.offsetHeight;
  morph(mainOf(), main, answered);
  enhance();
  const h1 = headingOf();
  if (!moveFocus) {
    // What comes by itself moves nothing that somebody may be about to press.
    const hold = mainOf().querySelector<HTMLElement>('[data-hold]');
    if (hold && held) hold.style.minBlockSize = `${held}px`;
    // What was in use is gone: the heading says how things stand.
    if (h1 && activeElement !== body && document.activeElement === body) focusOn(h1);
    return true;
  }
  const alert = mainOf().querySelector<HTMLElement>('[role=alert]');
  if (alert) focusOn(alert);
  else if (h1 && h1.textContent !== heading) focusOn(h1);
  else if (document.activeElement === body && h1) focusOn(h1);
  return true;
}
