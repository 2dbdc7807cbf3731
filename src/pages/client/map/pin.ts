/// <reference lib="dom" />
import { type LngLat, type LngLatLike, type Map as MapLibreMap, Marker } from 'maplibre-gl';
import type { Position } from '../../../lib/geo.js';
import { isolated } from '../../../messages/format.js';
import { pageLanguage } from '../parts/page-texts.js';
import type { MapText } from './map-text.js';

/** Called after the reader moved the pin, or placed it by a click or with Enter at the center of the map. */
export type OnMove = (position: Position) => void;

/** A ten-thousandth of a degree is 11 m, a hundred-thousandth 1 m. */
const decimals = 5;
/** Distance in pixels that an arrow key moves the pin; with Shift the smaller one. */
const keySteps = { normal: 10, small: 1 };

const directions: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const rounded = (degrees: number) => Number(degrees.toFixed(decimals));

/** Creates a pin that the reader can move. */
export function createPin(map: MapLibreMap, onMove: OnMove, text: MapText) {
  const element = document.createElement('button');
  element.type = 'button';
  element.className = 'pin';
  const marker = new Marker({ element, anchor: 'bottom', draggable: true });
  let isShown = false;

  function put(at: LngLatLike): void {
    marker.setLngLat(at);
    // Adding it again would remove the focus.
    if (!isShown) marker.addTo(map);
    isShown = true;
  }

  function name(): void {
    const { lat, lng } = marker.getLngLat().wrap();
    const position = isolated(pageLanguage(), `${lat.toFixed(decimals)}, ${lng.toFixed(decimals)}`);
    element.setAttribute('aria-label', text('map.pin', { position }));
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

  function placeAt(at: LngLat): void {
    put(at);
    moved();
  }

  map.on('click', ({ lngLat, originalEvent }) => {
    if (originalEvent.target === map.getCanvas()) placeAt(lngLat);
  });
  map.getCanvas().addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    placeAt(map.getCenter());
  });

  return {
    show({ latitude, longitude }: Position): void {
      put([longitude, latitude]);
      name();
    },
    hide(): void {
      marker.remove();
      isShown = false;
    },
  };
}
