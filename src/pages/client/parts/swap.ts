/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { textsId } from '../../../messages/frame/script-keys.js';
import { tabStorage } from './browser-storage.js';
import { forgetDraft, settleDraft } from './draft-storage.js';
import { morph } from './morph.js';
import { showTimes } from './times.js';

export const mainOf = (root: Document = document) => root.querySelector('main') as HTMLElement;

/** Dispatched on the document when `main` was inserted or changed; bundles of single pages listen for it. */
export const mainChanged = 'mainchange';

/** Storage key of an access code for the return from the checkout, by the id of its request. */
const codeKey = (id: string) => `code ${id}`;

export const keptCode = (id: string): string | null => tabStorage.get(codeKey(id));
export const forgetCode = (id: string): void => tabStorage.remove(codeKey(id));
/** Forgets codes and draft on sign-out, so that nothing stays open for the next user of the device. */
export function forgetCodes(): void {
  forgetDraft();
  for (const key of tabStorage.names()) {
    if (key.startsWith(codeKey(''))) tabStorage.remove(key);
  }
}

/**
 * Copies the token in the fragment to its hidden field, and hides the elements meant only for a reader without a
 * fragment, or with one.
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

/** Adapts server-rendered content to the reader: times in the reader's zone, controls that need script. */
export function enhance(): void {
  const main = mainOf();
  showTimes(main);
  for (const node of main.querySelectorAll('[data-script][hidden]')) {
    node.removeAttribute('hidden');
  }
  // Browsers on phones, and few others, can pass a link to another app.
  if ('share' in navigator) {
    for (const node of main.querySelectorAll('[data-share]')) node.removeAttribute('hidden');
  }
  useFragment(main);
  const link = main.querySelector<HTMLAnchorElement>('[data-follow]');
  if (link) location.replace(link.href);
  const { request, token } = main.dataset;
  if (request && token) tabStorage.set(codeKey(request), token);
  settleDraft(main);
  document.dispatchEvent(new CustomEvent(mainChanged));
}

export interface SwapOptions {
  /** The submitted form, which takes the values of the page; text typed elsewhere is kept. */
  answered: HTMLFormElement | null;
  /** True if the focus moves to the result of the reader's action. */
  moveFocus: boolean;
}

const headingOf = () => mainOf().querySelector('h1');

function focusOn(target: HTMLElement): void {
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
  const { top, bottom } = target.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) target.scrollIntoView({ block: 'start' });
}

/** Drops a held height when the width changes, because it applies only to one width. */
export function watchWidth(): void {
  addEventListener('resize', () => {
    mainOf().querySelector<HTMLElement>('[data-hold]')?.style.removeProperty('min-block-size');
  });
}

/** Keeps the message about the last action until the next action, or until the state changes. */
function keepNotes(main: HTMLElement): void {
  const notes = main.querySelector('[data-notes]');
  const message = mainOf().querySelector('[data-notes]');
  if (notes?.childElementCount === 0 && message) notes.innerHTML = message.innerHTML;
}

/** Takes over the messages for scripts, and the language, which the reader can have chosen in another tab. */
function followLanguage(next: Document): void {
  const { lang, dir } = next.documentElement;
  const root = document.documentElement;
  const parts = lang === root.lang ? [] : ['.skip', '.banner', '.footer'];
  Object.assign(root, { lang, dir });
  for (const selector of [...parts, `#${textsId}`]) {
    const part = next.querySelector(selector);
    if (part) document.querySelector(selector)?.replaceWith(document.adoptNode(part));
  }
}

/**
 * Inserts the `main` of a response.
 * @returns false if the response is not one of our pages
 */
export function swap(html: string, { answered, moveFocus }: SwapOptions): boolean {
  const next = new DOMParser().parseFromString(html, 'text/html');
  const main = mainOf(next);
  if (!main) return false;
  const heading = headingOf()?.textContent;
  document.title = next.title;
  followLanguage(next);
  const { address } = main.dataset;
  if (address && address !== location.pathname + location.hash) {
    // A code that only completes the page's own URL adds no step to go back to.
    const completes = address.split('#')[0] === location.pathname;
    history[completes ? 'replaceState' : 'pushState'](null, '', address);
  }
  if (!moveFocus && main.querySelector('h1')?.textContent === heading) keepNotes(main);
  const { activeElement, body } = document;
  const held = mainOf().querySelector<HTMLElement>('[data-hold]')?.offsetHeight;
  morph(mainOf(), main, answered);
  enhance();
  const h1 = headingOf();
  if (!moveFocus) {
    // An automatic refresh must not move content that the reader may be about to press.
    const hold = mainOf().querySelector<HTMLElement>('[data-hold]');
    if (hold && held) hold.style.minBlockSize = `${held}px`;
    // The focused element is gone: the heading describes the new state.
    if (h1 && activeElement !== body && document.activeElement === body) focusOn(h1);
    return true;
  }
  const alert = mainOf().querySelector<HTMLElement>('[role=alert]');
  if (alert) focusOn(alert);
  else if (h1 && h1.textContent !== heading) focusOn(h1);
  else if (document.activeElement === body && h1) focusOn(h1);
  return true;
}
