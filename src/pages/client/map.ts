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
import { circleAround } from './map/circle.js';

/** Addresses of the files that a map loads, in the data attributes of its element. */
interface MapFiles {
  worker: string;
  world: string;
  largeTowns: string;
  towns: string;
  /** Style of the operator's own map; without it, land, borders and towns are drawn. */
  style?: string;
}

export interface MapOptions {
  /** Called after the reader moved the pin; without it the pin cannot be moved. */
  onMove?: (position: Position) => void;
}

/** Points, such as those of photos, and a circle, such as a geofence. */
export interface Shown {
  points: readonly Position[];
  circle?: Position & { radiusMetres: number };
}

export interface PlaceMap {
  /**
   * Shows the pin, or none for null.
   * @param zoom level to move to; without it the map moves only if the pin would be outside, or if it shows more than
   *   a region
   */
  showPin(position: Position | null, zoom?: number): void;
  show(shown: Shown): void;
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
  return map;
}

/** Sets the style of the map: the operator's, or the built-in one in the colors of the page. */
async function setStyle(map: MapLibreMap, element: HTMLElement, files: MapFiles): Promise<void> {
  const customAttribution = files.style ? [] : [messages.attribution];
  map.addControl(new AttributionControl({ compact: false, customAttribution }), 'bottom-right');
  if (files.style) {
    map.setStyle(files.style);
    return;
  }
  const world = await loadWorld(files);
  const draw = () => map.setStyle(builtInStyle(colorsOf(element), world), { diff: false });
  draw();
  prefersDark.addEventListener('change', draw);
  const addTowns = async () => {
    if (map.getZoom() < townsZoom) return;
    map.off('zoomend', addTowns);
    world.towns = await loadTowns(files.towns);
    const source = map.getSource('towns');
    if (source instanceof GeoJSONSource) source.setData(world.towns);
  };
  map.on('zoomend', addTowns);
}

function features({ points, circle }: Shown): GeoJSON.FeatureCollection {
  const dots = points.map(({ latitude, longitude }): GeoJSON.Feature => {
    const geometry = { type: 'Point' as const, coordinates: [longitude, latitude] };
    return { type: 'Feature', properties: {}, geometry };
  });
  const circles = circle ? [circleAround(circle, circle.radiusMetres)] : [];
  return { type: 'FeatureCollection', features: [...circles, ...dots] };
}

function drawShown(map: MapLibreMap, element: HTMLElement, shown: Shown): void {
  const { mark, page } = colorsOf(element);
  map.addSource('shown', { type: 'geojson', data: features(shown) });
  map.addLayer({
    id: 'circle',
    type: 'fill',
    source: 'shown',
    filter: ['==', ['geometry-type'], 'Polygon'],
    paint: { 'fill-color': mark, 'fill-opacity': 0.15, 'fill-outline-color': mark },
  });
  map.addLayer({
    id: 'points',
    type: 'circle',
    source: 'shown',
    filter: ['==', ['geometry-type'], 'Point'],
    paint: {
      'circle-color': mark,
      'circle-radius': 5,
      'circle-stroke-color': page,
      'circle-stroke-width': 2,
    },
  });
}

function createPin(map: MapLibreMap, onMove: MapOptions['onMove']) {
  const element: HTMLElement = document.createElement(onMove ? 'button' : 'span');
  element.className = 'pin';
  if (element instanceof HTMLButtonElement) element.type = 'button';
  else element.setAttribute('role', 'img');
  const marker = new Marker({ element, anchor: 'bottom', draggable: onMove !== undefined });

  function name(): void {
    const { lat, lng } = marker.getLngLat().wrap();
    const text = onMove ? messages.movablePin : messages.pin;
    element.setAttribute('aria-label', text(lat.toFixed(decimals), lng.toFixed(decimals)));
  }

  function moved(): void {
    name();
    const { lat, lng } = marker.getLngLat().wrap();
    onMove?.({ latitude: rounded(lat), longitude: rounded(lng) });
  }

  marker.on('dragend', moved);
  element.addEventListener('keydown', (event) => {
    const direction = directions[event.key];
    if (!direction || !onMove) return;
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
export async function createMap(element: HTMLElement, options: MapOptions = {}): Promise<PlaceMap> {
  const files = { ...element.dataset } as unknown as MapFiles;
  setWorkerUrl(new URL(files.worker, location.href).href);
  const container = document.createElement('div');
  container.className = 'canvas';
  element.append(container);
  let shown: Shown = { points: [] };
  let map: MapLibreMap | undefined;
  try {
    map = openMap(container);
    const drawn = map;
    drawn.on('style.load', () => drawShown(drawn, element, shown));
    await setStyle(drawn, element, files);
  } catch (error) {
    map?.remove();
    container.remove();
    throw error;
  }
  element.dataset['drawn'] = '';
  const opened = map;
  const pin = createPin(opened, options.onMove);
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
    show(next) {
      shown = next;
      const source = opened.getSource('shown');
      if (source instanceof GeoJSONSource) source.setData(features(shown));
    },
  };
}
