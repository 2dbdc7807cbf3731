/// <reference lib="dom" />
import { deviceStorage } from './browser-storage.js';
import { mainChanged } from './swap.js';

const savedKey = (id: string) => `link saved ${id}`;

/** Hides the request to save the link once it is saved on this device, and shows sharing where the browser has it. */
function adapt(): void {
  const section = document.querySelector<HTMLElement>('[data-save]');
  if (!section) return;
  section.hidden = deviceStorage.get(savedKey(section.dataset['save'] ?? '')) !== null;
  const share = section.querySelector<HTMLElement>('[data-share]');
  if (share) share.hidden = !('share' in navigator);
}

export function watchSaveLink(): void {
  adapt();
  document.addEventListener(mainChanged, adapt);
  document.addEventListener('click', ({ target }) => {
    const clicked = target as Element;
    const url = clicked.closest<HTMLElement>('[data-share]')?.dataset['share'];
    // The reader can close the share sheet without sharing.
    if (url) navigator.share({ url }).catch(() => {});
    if (!clicked.closest('[data-saved]')) return;
    const id = clicked.closest<HTMLElement>('[data-save]')?.dataset['save'];
    if (!id) return;
    deviceStorage.set(savedKey(id), 'yes');
    adapt();
    document.querySelector<HTMLElement>('main')?.focus();
  });
}
