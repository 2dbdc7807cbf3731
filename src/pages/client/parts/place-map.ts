/// <reference lib="dom" />
import type { PlaceMap } from '../map.js';
import { loadMapInView } from './load-map.js';
import { mainChanged, mainOf } from './swap.js';

/** Draws the map of a page with the content in its `data-content`, and again after the page has changed. */
export function watchPlaceMap(): void {
  let element: HTMLElement | null = null;
  let map: PlaceMap | undefined;
  let remove = () => {};
  const show = () => {
    const content = element?.dataset['content'];
    if (content) map?.show(JSON.parse(content));
  };
  const look = () => {
    const found = mainOf().querySelector<HTMLElement>('[data-content]');
    if (found === element) return show();
    remove();
    map = undefined;
    element = found;
    if (!found) return;
    remove = loadMapInView(found, null, (loaded) => {
      map = loaded;
      show();
    });
  };
  document.addEventListener(mainChanged, look);
  look();
}
