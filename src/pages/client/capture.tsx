/** @jsxImportSource preact */
/// <reference lib="dom" />
import { render } from 'preact';
import { messages as frame } from '../messages/frame.en.js';
import { type CaptureActions, createCapture, type Focus } from './capture/controller.js';
import { readLink } from './capture/link.js';
import type { CaptureState } from './capture/state.js';
import { Capture } from './capture/view.js';
import { watchLinks } from './parts/links.js';

const root = document.querySelector<HTMLElement>('[data-capture]');

/** Where the focus goes: to the first of these that the page has. */
const targets: Record<Exclude<Focus, null>, string[]> = {
  heading: ['h1'],
  step: ['.step h2', 'h1'],
  alert: ['.problem', '[role=alert]'],
};

/** The focus goes where the change is: to what is new, or to what is wrong. */
function moveFocus(to: Focus): void {
  const selectors = to === null ? [] : targets[to];
  const found = selectors.map((selector) => root?.querySelector<HTMLElement>(selector));
  const target = found.find(Boolean);
  if (!target) return;
  target.focus({ preventScroll: true });
  target.scrollIntoView({ block: 'nearest' });
}

let shown: CaptureState | null = null;
let actions: CaptureActions;

function show(state: CaptureState, focus: Focus): void {
  shown = state;
  if (!root) return;
  render(<Capture state={state} actions={actions} />, root);
  const heading = root.querySelector('h1')?.textContent;
  if (heading) document.title = frame.title(heading, state.problem !== null);
  moveFocus(focus);
}

if (root) {
  root.textContent = '';
  actions = createCapture(readLink(location.hash), show);
  watchLinks();
  addEventListener('online', actions.online);
  // Another link pasted into the address bar changes the fragment alone.
  addEventListener('hashchange', () => location.reload());
  addEventListener('beforeunload', (event) => {
    // A photo in the hand is unsent too, and the page alone may hold it.
    const unsent = shown && shown.phase !== 'dead' && (shown.kept.length > 0 || shown.draft);
    if (unsent) event.preventDefault();
  });
  if (window.isSecureContext) {
    navigator.serviceWorker?.register('/capture-worker.js', { scope: '/capture' }).catch(() => {});
  }
  void actions.open();
}
