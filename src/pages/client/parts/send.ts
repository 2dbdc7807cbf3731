/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import { formatSeconds } from '../../../messages/format-plain.js';
import { warnPath } from '../../frame/icon-paths.js';
import { frameText, pageLanguage } from './page-texts.js';
import { forgetCode, forgetCodes, mainOf, swap } from './swap.js';

/** Shows next to a form why it was not answered; typed text is kept. */
export function say(form: HTMLFormElement, text: string, again: () => void): void {
  clear();
  const box = document.createElement('div');
  box.id = 'unanswered';
  box.className = 'notice bad';
  box.setAttribute('role', 'alert');
  box.tabIndex = -1;
  const stroke = 'fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round"';
  box.innerHTML = `<svg width="18" height="18" viewBox="0 0 20 20" aria-hidden="true"><path d="${warnPath}" ${stroke}/></svg>`;
  const content = document.createElement('div');
  const line = document.createElement('p');
  line.textContent = text;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button';
  button.textContent = frameText('frame.try_again');
  button.addEventListener('click', again);
  content.append(line, button);
  box.append(content);
  form.before(box);
  box.focus();
}

export const clear = () => document.getElementById('unanswered')?.remove();

/** Returns the message for a response that is not a page. */
export function rejection({ status, headers }: Response): string {
  if (status === 429) {
    const seconds = Number(headers.get('retry-after') ?? 1);
    return frameText('frame.too_many', { time: formatSeconds(pageLanguage(), seconds) });
  }
  if (status < 500) return frameText('frame.rejected');
  const number = headers.get('request-id');
  return number
    ? frameText('frame.our_fault', { number })
    : frameText('frame.our_fault_unnumbered');
}

function fields(form: HTMLFormElement, button: HTMLElement | null): URLSearchParams {
  const sent = new URLSearchParams();
  for (const [name, value] of new FormData(form)) sent.append(name, String(value));
  if (button instanceof HTMLButtonElement && button.name) sent.append(button.name, button.value);
  // State that only this page has, such as a link that is shown once.
  for (const [name, value] of new URLSearchParams(mainOf().dataset['carry'])) {
    if (!sent.has(name)) sent.append(name, value);
  }
  return sent;
}

/** Counts sent forms and inserted responses: data read before one of them can be outdated. */
let actions = 0;

/** Accepts pages, and problem details if there is no page; the page then stays unchanged. */
const accept = 'text/html;q=0.9, application/problem+json';

/** Sends a form by fetch and inserts the response; ignores a form that is already being sent. */
async function send(form: HTMLFormElement, button: HTMLElement | null): Promise<void> {
  if (form.dataset['busy']) return;
  form.dataset['busy'] = 'true';
  actions += 1;
  button?.setAttribute('aria-busy', 'true');
  const again = () => form.requestSubmit(button);
  const sent = fields(form, button);
  if (sent.get('do') === 'sign-out') forgetCodes();
  try {
    const response = await fetch(form.getAttribute('action') ?? location.pathname, {
      method: 'POST',
      headers: { Accept: accept },
      body: sent,
    });
    // The checkout is a separate page.
    if (response.redirected && response.ok) {
      location.assign(response.url);
      return;
    }
    const isPage = /^text\/html/.test(response.headers.get('content-type') ?? '');
    const html = await response.text();
    const id = form.dataset['code'];
    if (id && response.status === 404) forgetCode(id);
    clear();
    actions += 1;
    const shown = isPage && swap(html, { answered: response.ok ? form : null, moveFocus: true });
    if (!shown) say(form, rejection(response), again);
  } catch {
    say(form, frameText('frame.no_connection'), again);
  } finally {
    delete form.dataset['busy'];
    button?.removeAttribute('aria-busy');
  }
}

let reading: Promise<void> | null = null;
let readAgain = false;

/** Reads the page again with its code, or by session, keeping focus and typed text. */
export function refresh(): Promise<void> {
  if (reading) {
    readAgain = true;
    return reading;
  }
  reading = readPage().finally(() => {
    reading = null;
    if (!readAgain) return;
    readAgain = false;
    refresh().catch(() => {});
  });
  return reading;
}

async function readPage(): Promise<void> {
  const before = actions;
  const { token, carry } = mainOf().dataset;
  const sent = new URLSearchParams(carry);
  if (token) sent.set('access_token', token);
  const response = await fetch(location.pathname, {
    headers: { Accept: accept },
    ...(sent.size > 0 && { method: 'POST', body: sent }),
  });
  const html = await response.text();
  // If a button was pressed in the meantime, its response is newer.
  if (!response.ok || mainOf().querySelector('form[data-busy]')) return;
  if (actions !== before) readAgain = true;
  else swap(html, { answered: null, moveFocus: false });
}

/** Handles the forms of pages, except those whose response is a file. */
export function watchForms(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (form.method !== 'post' || 'file' in form.dataset || event.defaultPrevented) return;
    event.preventDefault();
    void send(form, event.submitter);
  });
}
