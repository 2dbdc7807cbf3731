/// <reference lib="dom" />

import type { OnMove } from '../map/pin.js';
import type { PlaceMap } from '../map.js';

/**
 * Loads the map of an element when the element scrolls into view. Without WebGL the element keeps its content.
 * @returns a function that removes the map, or stops loading it
 */
export function loadMapInView(
  element: HTMLElement,
  onMove: OnMove | null,
  onLoad: (map: PlaceMap) => void,
): () => void {
  const removed = new AbortController();
  const { signal } = removed;
  const remove = () => removed.abort();
  const { script } = element.dataset;
  if (!script) return remove;
  const observer = new IntersectionObserver(async (entries) => {
    if (!entries.at(-1)?.isIntersecting) return;
    observer.disconnect();
    try {
      const { createMap }: typeof import('../map.js') = await import(script);
      onLoad(await createMap(element, onMove, signal));
    } catch (error) {
      if (signal.aborted) return;
      remove();
      console.warn(error);
    }
  });
  signal.addEventListener('abort', () => observer.disconnect());
  observer.observe(element);
  return remove;
}
