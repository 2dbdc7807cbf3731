// Runs on every page: forms by fetch, links inside the page, times in the reader's zone, live updates.
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { watchFields, watchPasswords } from './parts/fields.js';
import { watchLanguage } from './parts/language.js';
import { watchLinks } from './parts/links.js';
import { watchChanges } from './parts/live.js';
import { watchPhotoLink } from './parts/own-request.js';
import { watchPlaceMap } from './parts/place-map.js';
import { watchForms } from './parts/send.js';
import { enhance, keptCode, mainChanged, mainOf, watchWidth } from './parts/swap.js';

/** Opens the page with the code in the fragment, or with the one stored for the return from the checkout. */
function openWithCode(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-code]');
  const field = form?.elements.namedItem('access_token');
  if (!form || !(field instanceof HTMLInputElement)) return;
  const code = location.hash.slice(1) || keptCode(form.dataset['code'] ?? '');
  if (!code) return;
  field.value = code;
  form.requestSubmit();
}

/** Loads the script of notifications for a page that offers them. */
function offerNotifications(): void {
  const box = mainOf().querySelector<HTMLElement>('[data-push]');
  if (box) void import('./parts/push.js').then(({ offerPush }) => offerPush(box));
}

document.addEventListener(mainChanged, offerNotifications);
watchForms();
watchFields();
watchPasswords();
watchLinks();
watchLanguage();
watchPhotoLink();
watchChanges();
watchWidth();
watchPlaceMap();
enhance();
openWithCode();
/** Reloads for another private link in the same address bar, or after going back from a sent form. */
function reopen(): void {
  const usesFragment = document.querySelector(
    'main:is([data-request], [data-token], [data-takes-fragment]), main form[data-code]',
  );
  if (usesFragment || location.pathname !== opened) location.reload();
}

// A form may have changed the page's URL since.
const opened = location.pathname;
addEventListener('hashchange', reopen);
addEventListener('popstate', reopen);
