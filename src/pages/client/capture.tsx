/** @jsxImportSource preact */
/// <reference lib="dom" />
import { render } from 'preact';
import { type CaptureActions, createCapture } from './capture/controller.js';
import { readLink } from './capture/link.js';
import type { CaptureState, Focus } from './capture/state.js';
import { t } from './capture/text.js';
import { Capture } from './capture/view.js';
import { watchLanguage } from './parts/language.js';
import { watchLinks } from './parts/links.js';

const root = document.querySelector<HTMLElement>('[data-capture]');

/** Elements that receive the focus: the first of these that exists. */
const targets: Record<Exclude<Focus, null>, string[]> = {
  heading: ['h1'],
  step: ['.step h2', 'h1'],
  alert: ['.problem', '[role=alert]'],
};

/** Moves the focus to the new content or to the error. */
function moveFocus(to: Focus): void {
  const selectors = to === null ? [] : targets[to];
  const found = selectors.map((selector) => root?.querySelector<HTMLElement>(selector));
  const target = found.find(Boolean);
  if (!target) return;
  target.focus({ preventScroll: true });
  target.scrollIntoView({ block: 'nearest' });
}

/** Reports next to the form that the language was not changed; the page stays as it is. */
function keepLanguage(form: HTMLFormElement): void {
  const status = form.querySelector('[role=alert]') ?? document.createElement('p');
  status.setAttribute('role', 'alert');
  status.textContent = t('capture.language_offline');
  form.append(status);
}

let shown: CaptureState | null = null;
let actions: CaptureActions;

function show(state: CaptureState, focus: Focus): void {
  shown = state;
  if (!root) return;
  render(<Capture state={state} actions={actions} />, root);
  const heading = root.querySelector('h1')?.textContent;
  if (heading) {
    const isWrong = state.problem !== null;
    document.title = t(isWrong ? 'frame.title_with_error' : 'frame.title', { heading });
  }
  moveFocus(focus);
}

if (root) {
  root.textContent = '';
  actions = createCapture(readLink(location.hash), show);
  watchLinks();
  watchLanguage(keepLanguage);
  addEventListener('online', actions.online);
  // Pasting another link into the address bar changes only the fragment.
  addEventListener('hashchange', () => location.reload());
  addEventListener('beforeunload', (event) => {
    // A draft is unsent too, and possibly stored only in this page.
    const unsent = shown && shown.phase !== 'dead' && (shown.kept.length > 0 || shown.draft);
    if (unsent) event.preventDefault();
  });
  if (window.isSecureContext) {
    navigator.serviceWorker?.register('/capture-worker.js', { scope: '/capture' }).catch(() => {});
  }
  void actions.open();
}
