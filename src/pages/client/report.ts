// Runs on the report page: opens it with the console's key, verifies it, shows its photos.
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import { consoleKey } from './console/key.js';
import { frameText } from './parts/page-texts.js';
import { saveFile } from './parts/save-file.js';
import { clear, rejection, say } from './parts/send.js';
import { keptCode, mainOf, swap } from './parts/swap.js';
import { openLightbox } from './report/lightbox.js';
import { verify } from './report/verification.js';

/** Sends a form of this page with the console's key, which is in no form. */
const sendWithKey = (key: string, body: URLSearchParams) =>
  fetch(location.pathname, {
    method: 'POST',
    headers: { Accept: 'text/html', 'X-API-Key': key },
    body,
  });

/** Runs a form's action with the key; shows an error next to the form. */
async function actWithKey(form: HTMLFormElement, key: string): Promise<void> {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form)) body.append(name, String(value));
  const again = () => void actWithKey(form, key);
  try {
    const response = await sendWithKey(key, body);
    const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
    const answer = await response.blob();
    clear();
    if (name && response.ok) return saveFile(answer, name);
    const html = await answer.text();
    const shown = swap(html, { answered: response.ok ? form : null, moveFocus: true });
    if (!shown) say(form, rejection(response), again);
  } catch {
    say(form, frameText('frame.no_connection'), again);
  }
}

const isOpenedBy = (kind: 'key' | 'link') => mainOf().dataset['opened'] === kind;

document.addEventListener('click', (event) => {
  const target = event.target as Element;
  const photo = target.closest<HTMLAnchorElement>('a[data-dialog]');
  const plain = !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (photo && plain) {
    event.preventDefault();
    openLightbox(photo);
  }
  const button = target.closest<HTMLElement>('#verify, #verify-photos');
  if (button) void verify(button, button.id === 'verify-photos');
});

// Registered before the script of all pages, which would send the form without the key.
document.addEventListener(
  'submit',
  (event) => {
    const key = consoleKey.get();
    if (!key || !isOpenedBy('key')) return;
    event.preventDefault();
    void actWithKey(event.target as HTMLFormElement, key);
  },
  true,
);

/** Actions of a reader. Mail scanners, which open links too, perform none of them. */
const readerActions = ['pointerdown', 'touchstart', 'wheel', 'keydown'] as const;

/** Records the view of a signed link at the reader's first action. */
function recordView(): void {
  for (const name of readerActions) removeEventListener(name, recordView);
  // The response is this page again.
  fetch(location.pathname + location.search, {
    method: 'POST',
    redirect: 'manual',
    keepalive: true,
  }).catch(() => {});
}
if (isOpenedBy('link')) {
  for (const name of readerActions) addEventListener(name, recordView, { passive: true });
}

const code = document.querySelector<HTMLFormElement>('form[data-code]');
const key = consoleKey.get();
if (code && key && location.hash === '' && !keptCode(code.dataset['code'] ?? '')) {
  sendWithKey(key, new URLSearchParams({ do: 'open' }))
    .then(async (response) => {
      if (response.ok) swap(await response.text(), { answered: code, moveFocus: true });
    })
    .catch(() => {});
}
