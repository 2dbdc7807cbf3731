import { vi } from 'vitest';
import { en as capture } from '../../src/messages/capture/en.js';
import { en as frame } from '../../src/messages/frame/en.js';

/** Stubs the page of a script outside a browser: its language and the messages that it was sent. */
export function stubEnglishPage(): void {
  const texts = { textContent: JSON.stringify({ ...frame, ...capture }) };
  vi.stubGlobal('document', { documentElement: { lang: 'en' }, getElementById: () => texts });
}
