// The map of a page, loaded when it scrolls into view.
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import {
  AttributionControl,
  GeoJSONSource,
  Map as MapLibreMap,
  Marker,
  NavigationControl,
  ScaleControl,
  setWorkerUrl,
} from 'maplibre-gl';
import { distanceMetres, type Position } from '../../lib/geo.js';
import { messages } from '../messages/map.en.js';
import { builtInStyle, colorsOf, loadTowns, loadWorld } from './map/built-in-style.js';

/** Called after the reader moved the pin. */
export type OnMove = (position: Position) => void;

export interface PlaceMap {
  /**
   * Shows the pin, or none for null.
   * @param zoom level to move to; without it the map moves only if the pin would be outside, or if it shows more than
   *   a region
   */
  showPin(position: Position | null, zoom?: number): void;
  remove(): void;
}

/** A ten-thousandth of a degree is 11 m, a hundred-thousandth 1 m. */
const decimals = 5;
/** Distance in pixels that an arrow key moves the pin; with Shift the smaller one. */
const keySteps = { normal: 10, small: 1 };
/** Zoom from which smaller towns are loaded. */
const townsZoom = 4.5;
const zoomMax = 18;
/** Zoom of a map that shows a town, for a pin on a map that shows more. */
const townZoom = 11;
/** Beyond this distance the map jumps to its new center instead of moving there. */
const jumpMetres = 500_000;

const directions: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const prefersDark = matchMedia('(prefers-color-scheme: dark)');

/** Returns the address of a file from the data attributes of a map's element. */
function fileOf(element: HTMLElement, name: string): string {
  const address = element.dataset[name];
  if (address === undefined) throw new Error(`the map has no data-${name}`);
  return address;
}

const rounded = (degrees: number) => Number(degrees.toFixed(decimals));

function openMap(container: HTMLElement): MapLibreMap {
  const map = new MapLibreMap({
    container,
    center: [10, 25],
    zoom: 0.4,
    maxZoom: zoomMax,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    // A finger that scrolls the page over the map does not move the map.
    cooperativeGestures: true,
    attributionControl: false,
    locale: messages.locale,
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right');
  map.addControl(new ScaleControl({ maxWidth: 120 }), 'bottom-left');
  const customAttribution = messages.attribution;
  map.addControl(new AttributionControl({ compact: false, customAttribution }), 'bottom-right');
  return map;
}

/** Draws land, borders and towns in the colors of the page. */
async function drawWorld(
  map: MapLibreMap,
  element: HTMLElement,
  signal: AbortSignal,
): Promise<void> {
  const [shapes, largeTowns] = [fileOf(element, 'world'), fileOf(element, 'largeTowns')];
  const world = await loadWorld(shapes, largeTowns);
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

function createPin(map: MapLibreMap, onMove: OnMove) {
  const element = document.createElement('button');
  element.type = 'button';
  element.className = 'pin';
  const marker = new Marker({ element, anchor: 'bottom', draggable: true });

  function name(): void {
    const { lat, lng } = marker.getLngLat().wrap();
    const text = messages.pin(lat.toFixed(decimals), lng.toFixed(decimals));
    element.setAttribute('aria-label', text);
  }

  function moved(): void {
    name();
    const { lat, lng } = marker.getLngLat().wrap();
    onMove({ latitude: rounded(lat), longitude: rounded(lng) });
  }

  marker.on('dragend', moved);
  element.addEventListener('keydown', (event) => {
    const direction = directions[event.key];
    if (!direction) return;
    // Otherwise the map moves too.
    event.preventDefault();
    event.stopPropagation();
    const step = event.shiftKey ? keySteps.small : keySteps.normal;
    const from = map.project(marker.getLngLat());
    marker.setLngLat(map.unproject([from.x + direction[0] * step, from.y + direction[1] * step]));
    if (!map.getBounds().contains(marker.getLngLat())) map.panTo(marker.getLngLat());
    moved();
  });

  return {
    show({ latitude, longitude }: Position): void {
      marker.setLngLat([longitude, latitude]).addTo(map);
      name();
    },
    hide: () => marker.remove(),
  };
}

/**
 * Draws a map in an element, above what the element contains.
 * @throws Error if the browser cannot draw it or its data cannot be loaded; the element is unchanged then
 */
export async function createMap(element: HTMLElement, onMove: OnMove): Promise<PlaceMap> {
  setWorkerUrl(new URL(fileOf(element, 'worker'), location.href).href);
  const removed = new AbortController();
  const container = document.createElement('div');
  container.className = 'canvas';
  element.append(container);
  let map: MapLibreMap | undefined;
  try {
    map = openMap(container);
    await drawWorld(map, element, removed.signal);
  } catch (error) {
    map?.remove();
    container.remove();
    throw error;
  }
  element.dataset['drawn'] = '';
  const opened = map;
  const pin = createPin(opened, onMove);
  return {
    showPin(position, zoom) {
      if (!position) return void pin.hide();
      pin.show(position);
      const { latitude, longitude } = position;
      const center: [number, number] = [longitude, latitude];
      if (zoom === undefined) {
        const isVisible = opened.getZoom() > townsZoom && opened.getBounds().contains(center);
        if (!isVisible) opened.jumpTo({ center, zoom: Math.max(opened.getZoom(), townZoom) });
        return;
      }
      const { lat, lng } = opened.getCenter();
      const distance = distanceMetres({ latitude: lat, longitude: lng }, position);
      if (distance > jumpMetres) opened.jumpTo({ center, zoom });
      else opened.easeTo({ center, zoom, duration: 400 });
    },
    remove() {
      removed.abort();
      opened.remove();
    },
  };
}
