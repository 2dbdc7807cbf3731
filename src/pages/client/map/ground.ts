/// <reference lib="dom" />
import { AttributionControl, GeoJSONSource, type Map as MapLibreMap } from 'maplibre-gl';
import { directionOf } from '../../../messages/language.js';
import { pageLanguage } from '../parts/page-texts.js';
import { builtInStyle, loadTowns, loadWorld } from './built-in-style.js';
import { colorsOf } from './colors.js';
import { createGrid } from './grid.js';
import type { MapText } from './map-text.js';

/** Sources of the built-in map, by their names. */
const attribution = 'Natural Earth, GeoNames';
/** Zoom from which smaller towns are loaded. */
const townsZoom = 4.5;

const prefersDark = matchMedia('(prefers-color-scheme: dark)');

/** Returns the address of a file from the data attributes of a map's element. */
export function fileOf(element: HTMLElement, name: string): string {
  const address = element.dataset[name];
  if (address === undefined) throw new Error(`the map has no data-${name}`);
  return address;
}

const attribute = (map: MapLibreMap, customAttribution?: string) =>
  map.addControl(
    new AttributionControl({ compact: false, ...(customAttribution && { customAttribution }) }),
    directionOf(pageLanguage()) === 'rtl' ? 'bottom-left' : 'bottom-right',
  );

/** Returns the lightness of a CSS color from 0 to 1. */
function lightnessOf(color: string): number {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return 1;
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
}

/** Marks the map as light if its style has a light background, or none; the stylesheet dims it in the dark scheme. */
function markLight(map: MapLibreMap, element: HTMLElement): void {
  const ground = map.getStyle().layers.find(({ type }) => type === 'background');
  const color = ground && map.getPaintProperty(ground.id, 'background-color');
  element.toggleAttribute('data-light', typeof color !== 'string' || lightnessOf(color) > 0.4);
}

/** Draws the configured streets, or else the built-in world. */
export async function drawGround(
  map: MapLibreMap,
  element: HTMLElement,
  text: MapText,
  signal: AbortSignal,
): Promise<void> {
  const { style, tiles } = element.dataset;
  if (!style && !tiles) {
    attribute(map, attribution);
    return drawWorld(map, element, text, signal);
  }
  attribute(map);
  if (style) {
    map.on('style.load', () => markLight(map, element));
    return void map.setStyle(style);
  }
  const { tileStyle } = await import('./tile-style.js');
  signal.throwIfAborted();
  const url = new URL(tiles ?? '', location.href).href;
  const draw = () =>
    map.setStyle(tileStyle(url, prefersDark.matches, pageLanguage()), {
      diff: false,
    });
  draw();
  prefersDark.addEventListener('change', draw, { signal });
}

/** Draws land, borders and towns in the colors of the page. */
async function drawWorld(
  map: MapLibreMap,
  element: HTMLElement,
  text: MapText,
  signal: AbortSignal,
): Promise<void> {
  const [shapes, largeTowns] = [fileOf(element, 'world'), fileOf(element, 'largeTowns')];
  const world = await loadWorld(shapes, largeTowns);
  // A removed map has no style to set.
  signal.throwIfAborted();
  createGrid(map, text);
  const draw = () => map.setStyle(builtInStyle(colorsOf(element), world), { diff: false });
  draw();
  prefersDark.addEventListener('change', draw, { signal });
  const addTowns = async () => {
    if (map.getZoom() < townsZoom) return;
    map.off('zoomend', addTowns);
    // Offline the large towns remain.
    world.towns = await loadTowns(fileOf(element, 'towns')).catch(() => world.towns);
    const source = map.getSource('towns');
    if (source instanceof GeoJSONSource) source.setData(world.towns);
  };
  map.on('zoomend', addTowns);
}
