/// <reference lib="dom" />

import type { OnMove } from '../map/pin.js';
import type { PlaceMap } from '../map.js';

function addStyles(href: string): void {
  if (document.querySelector(`link[href="${href}"]`)) return;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  document.head.append(link);
}

/** Loads the map of an element when the element scrolls into view. Without WebGL the element keeps its content. */
export function loadMapInView(
  element: HTMLElement,
  onMove: OnMove | null,
  onLoad: (map: PlaceMap) => void,
): void {
  const { script, css } = element.dataset;
  if (!script || !css) return;
  const observer = new IntersectionObserver(async ([entry]) => {
    if (!entry?.isIntersecting) return;
    observer.disconnect();
    addStyles(css);
    try {
      const { createMap }: typeof import('../map.js') = await import(script);
      onLoad(await createMap(element, onMove));
    } catch (error) {
      console.warn(error);
    }
  });
  observer.observe(element);
}
