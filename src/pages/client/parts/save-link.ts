/// <reference lib="dom" />
import { deviceStorage } from './browser-storage.js';
import { mainChanged } from './swap.js';

const savedKey = (id: string) => `link saved ${id}`;

/** Hides the request to save the link once it is saved on this device. */
function adapt(): void {
  const section = document.querySelector<HTMLElement>('[data-save]');
  if (!section) return;
  section.hidden = deviceStorage.get(savedKey(section.dataset['save'] ?? '')) !== null;
}

export function watchSaveLink(): void {
  adapt();
  document.addEventListener(mainChanged, adapt);
  document.addEventListener('click', ({ target }) => {
    const clicked = target as Element;
    if (!clicked.closest('[data-saved]')) return;
    const id = clicked.closest<HTMLElement>('[data-save]')?.dataset['save'];
    if (!id) return;
    deviceStorage.set(savedKey(id), 'yes');
    adapt();
    document.querySelector<HTMLElement>('main')?.focus();
  });
}
