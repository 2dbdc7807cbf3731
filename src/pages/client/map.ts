// The map of a page, loaded when it scrolls into view.
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { Map as MapLibreMap, NavigationControl, ScaleControl, setWorkerUrl } from 'maplibre-gl';
import { distanceMetres, type Position } from '../../lib/geo.js';
import type { MapContent } from '../../lib/map-content.js';
import { directionOf } from '../../messages/language.js';
import { drawGround, fileOf } from './map/ground.js';
import { type MapText, mapTextOf, unitName } from './map/map-text.js';
import { createMarks } from './map/marks.js';
import { createPin, type OnMove } from './map/pin.js';
import { addStyles } from './parts/load-styles.js';
import { pageLanguage } from './parts/page-texts.js';

export interface PlaceMap {
  /** Shows symbols and circles instead of those before. */
  show(content: MapContent): void;
  /**
   * Shows the pin, or none for null.
   * @param zoom level to move to; without it the map moves only if the pin would be outside, or if it shows more than
   *   a region
   */
  showPin(position: Position | null, zoom?: number): void;
}

const zoomMax = 18;
/** Zoom of a map that shows a region. */
const regionZoom = 4.5;
/** Zoom of a map that shows a town, for a pin on a map that shows more. */
const townZoom = 11;
/** Longest wait for the first view; then an incomplete one is shown. */
const firstViewMs = 3000;
/** Beyond this distance the map jumps to its new center instead of moving there. */
const jumpMetres = 500_000;

/** Returns the texts of maplibre-gl that a map without its other controls shows. */
const localeOf = (text: MapText) => ({
  'NavigationControl.ZoomIn': text('map.zoom_in'),
  'NavigationControl.ZoomOut': text('map.zoom_out'),
  'Popup.Close': text('map.close'),
  'CooperativeGesturesHandler.WindowsHelpText': text('map.gesture_windows'),
  'CooperativeGesturesHandler.MacHelpText': text('map.gesture_mac'),
  'CooperativeGesturesHandler.MobileHelpText': text('map.gesture_phone'),
  'ScaleControl.Meters': unitName('meter'),
  'ScaleControl.Kilometers': unitName('kilometer'),
});

function openMap(container: HTMLElement, title: string, text: MapText): MapLibreMap {
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
    // Labels appear at once: fading draws the whole map sixty times per second.
    fadeDuration: 0,
    attributionControl: false,
    locale: { ...localeOf(text), 'Map.Title': title },
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  const isRightToLeft = directionOf(pageLanguage()) === 'rtl';
  map.addControl(
    new NavigationControl({ showCompass: false }),
    isRightToLeft ? 'top-left' : 'top-right',
  );
  map.addControl(
    new ScaleControl({ maxWidth: 120 }),
    isRightToLeft ? 'bottom-right' : 'bottom-left',
  );
  return map;
}

/** Waits until the first view is complete, a file of it cannot be loaded, or it takes too long. */
const firstView = (map: MapLibreMap): Promise<void> =>
  new Promise((resolve) => {
    map.once('load', () => resolve());
    map.once('error', () => resolve());
    setTimeout(resolve, firstViewMs);
  });

/**
 * Draws a map in an element, above what the element contains.
 * @param onMove called with the positions of a pin that the reader can move; null for a map without a pin
 * @param signal removes the map when it is aborted, also a map that is not complete yet
 * @throws Error if the browser cannot draw it or its data cannot be loaded, or if the signal is aborted before
 */
export async function createMap(
  element: HTMLElement,
  onMove: OnMove | null,
  signal: AbortSignal,
): Promise<PlaceMap> {
  await addStyles(fileOf(element, 'css'));
  signal.throwIfAborted();
  setWorkerUrl(new URL(fileOf(element, 'worker'), location.href).href);
  const text = mapTextOf(element);
  const container = document.createElement('div');
  container.className = 'canvas';
  // A refresh of the page leaves it in place.
  container.dataset['kept'] = '';
  element.append(container);
  let map: MapLibreMap | undefined;
  signal.addEventListener('abort', () => {
    map?.remove();
    container.remove();
    delete element.dataset['drawn'];
  });
  map = openMap(container, text(onMove ? 'map.name_with_pin' : 'map.name'), text);
  const show = createMarks(map, element, text);
  await drawGround(map, element, text, signal);
  // Until then the browser would compose every frame of a half-drawn map.
  await firstView(map);
  signal.throwIfAborted();
  element.dataset['drawn'] = '';
  return { show, showPin: pinOf(map, onMove, text) };
}

/** Returns a function that shows the pin of a map. */
function pinOf(map: MapLibreMap, onMove: OnMove | null, text: MapText): PlaceMap['showPin'] {
  if (!onMove) return () => {};
  const pin = createPin(map, onMove, text);
  return (position, zoom) => {
    if (!position) return void pin.hide();
    pin.show(position);
    const { latitude, longitude } = position;
    const center: [number, number] = [longitude, latitude];
    if (zoom === undefined) {
      const isVisible = map.getZoom() > regionZoom && map.getBounds().contains(center);
      if (!isVisible) map.jumpTo({ center, zoom: Math.max(map.getZoom(), townZoom) });
      return;
    }
    const { lat, lng } = map.getCenter();
    const distance = distanceMetres({ latitude: lat, longitude: lng }, position);
    if (distance > jumpMetres) map.jumpTo({ center, zoom });
    else map.easeTo({ center, zoom, duration: 400 });
  };
}
