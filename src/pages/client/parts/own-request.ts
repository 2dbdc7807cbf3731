/// <reference lib="dom" />
import { tabStorage } from './browser-storage.js';

/** Storage key of the request whose requester opened a capture link, by the job of the link. */
const requestKey = (jobId: string) => `request of ${jobId}`;

/**
 * Remembers in this tab which request a photo link belongs to when its requester follows it. The link itself contains
 * nothing about the request, because it can be given to others.
 */
export function watchPhotoLink(): void {
  document.addEventListener('click', ({ target }) => {
    const link = (target as Element).closest<HTMLElement>('a[data-photos-of]');
    const id = link?.closest<HTMLElement>('main')?.dataset['request'];
    if (link && id) tabStorage.set(requestKey(link.dataset['photosOf'] ?? ''), id);
  });
}

/** Returns the path of the request whose requester takes the photos of a job in this tab; null for anyone else. */
export function ownRequestPath(jobId: string): string | null {
  const id = tabStorage.get(requestKey(jobId));
  // The page opens with the code stored in the tab, or with the session.
  return id === null ? null : `/site-checks/${encodeURIComponent(id)}`;
}
