/// <reference lib="dom" />

import type { OnMove } from '../map/pin.js';
import type { PlaceMap } from '../map.js';

/** Loads the map of an element when the element scrolls into view. Without WebGL the element keeps its content. */
export function loadMapInView(
  element: HTMLElement,
  onMove: OnMove | null,
  onLoad: (map: PlaceMap) => void,
): void {
  const { script } = element.dataset;
  if (!script) return;
  const observer = new IntersectionObserver(async ([entry]) => {
    if (!entry?.isIntersecting) return;
    observer.disconnect();
    try {
      const { createMap }: typeof import('../map.js') = await import(script);
      const map = await createMap(element, onMove);
      // Another page can be shown since.
      if (element.isConnected) onLoad(map);
      else map.remove();
    } catch (error) {
      console.warn(error);
    }
  });
  observer.observe(element);
}
