/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { frameText } from './page-texts.js';

/** Follows a link inside the page by moving the focus, without changing the fragment, which can hold a token. */
function follow(event: Event, link: Element): void {
  const target = document.getElementById(link.getAttribute('href')?.slice(1) ?? '');
  if (!target) return;
  event.preventDefault();
  target.focus();
  target.scrollIntoView({ block: 'nearest' });
}

/** Copies with the clipboard API, or with a selection on an unencrypted page. */
export async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  }
  const box = document.createElement('textarea');
  box.value = text;
  box.className = 'away';
  document.body.append(box);
  box.select();
  const done = document.execCommand('copy');
  box.remove();
  return done;
}

/** Copies the text in a button's `data-copy`, and confirms it in the status region next to it. */
async function copyOf(button: HTMLElement): Promise<void> {
  const done = await copyText(button.dataset['copy'] ?? '');
  button.focus();
  const status = button.parentElement?.querySelector('[role=status]');
  if (status) status.textContent = frameText(done ? 'frame.copied' : 'frame.not_copied');
}

/** Passes the URL in a button's `data-share` to an app that the reader chooses; does nothing if they choose none. */
function share(button: HTMLElement): void {
  navigator.share({ url: button.dataset['share'] ?? '' }).catch(() => {});
}

export function watchLinks(): void {
  document.addEventListener('click', (event) => {
    const target = event.target as Element;
    const link = target.closest('a[href^="#"]');
    const button = target.closest<HTMLElement>('[data-copy]');
    if (link) follow(event, link);
    if (button) void copyOf(button);
    const shared = target.closest<HTMLElement>('[data-share]');
    if (shared) share(shared);
  });
}
