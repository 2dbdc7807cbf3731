/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { forgetDraft, keepDraft, readDraft } from './draft-storage.js';
import { keptCode, mainOf } from './swap.js';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const orderForm = () => document.querySelector<HTMLFormElement>('form[data-draft]');

/** The fields that the reader fills in. */
const fieldsOf = (form: HTMLFormElement): Field[] =>
  [...form.elements].filter(
    (one): one is Field =>
      (one instanceof HTMLInputElement && one.type !== 'hidden') ||
      one instanceof HTMLTextAreaElement ||
      one instanceof HTMLSelectElement,
  );

const hiddenField = (form: HTMLFormElement, name: string) =>
  form.querySelector<HTMLInputElement>(`input[type=hidden][name=${name}]`);

/** Sets the request that the form replaces when it is sent; '' for none. */
function setReplaced(form: HTMLFormElement, id: string): void {
  const [request, token] = [hiddenField(form, 'replaces'), hiddenField(form, 'replaces_token')];
  if (request) request.value = id;
  if (token) token.value = id && (keptCode(id) ?? '');
}

function store(form: HTMLFormElement): void {
  const values = Object.fromEntries(fieldsOf(form).map(({ name, value }) => [name, value]));
  keepDraft({ values, of: hiddenField(form, 'replaces')?.value ?? '' });
}

function showNotice(of: string): void {
  const notice = document.querySelector<HTMLElement>('[data-kept]');
  if (!notice) return;
  notice.hidden = false;
  const sent = notice.querySelector<HTMLElement>('[data-sent]');
  if (sent) sent.hidden = of === '';
  const link = sent?.querySelector('a');
  if (link) link.href = `/site-checks/${encodeURIComponent(of)}`;
}

/** True if the page was reached by "Back" or reloaded, not by a link. */
function isReturn(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'back_forward' || navigation?.type === 'reload';
}

/**
 * Fills the form from the draft of this tab. A draft that was sent is filled in only for a reader who comes back to
 * change it: a link to the form starts another request.
 */
export function restoreDraft(): void {
  const form = orderForm();
  const draft = readDraft();
  if (!form || !draft) return;
  const edited = form.dataset['draft'] ?? '';
  if (edited !== '' && edited !== draft.of) return;
  if (edited === '' && draft.of !== '' && !isReturn()) return;
  const changed = fieldsOf(form).filter((field) => {
    const value = draft.values[field.name];
    if (value === undefined || value === field.value) return false;
    field.value = value;
    return true;
  });
  for (const field of changed) field.closest('details')?.setAttribute('open', '');
  if (edited !== '') return;
  setReplaced(form, draft.of);
  if (changed.length > 0) showNotice(draft.of);
}

/** Keeps the draft while it is typed, and notes the request that it was sent as. */
export function watchDraft(): void {
  let isShown = orderForm() !== null;
  for (const type of ['input', 'change']) {
    document.addEventListener(type, ({ target }) => {
      const form = orderForm();
      if (form?.contains(target as Node)) store(form);
    });
  }
  document.addEventListener('mainchange', () => {
    const { request } = mainOf().dataset;
    const draft = readDraft();
    const wasShown = isShown;
    isShown = orderForm() !== null;
    if (request && draft && wasShown && !isShown) keepDraft({ ...draft, of: request });
  });
  document.addEventListener('click', ({ target }) => {
    if (!(target as Element).closest('[data-clear]')) return;
    forgetDraft();
    location.assign('/');
  });
}
