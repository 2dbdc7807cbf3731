/// <reference lib="dom" />
import { Supercluster } from '@maplibre/geojson-vt';
import { LngLatBounds, type Map as MapLibreMap, Marker, Popup } from 'maplibre-gl';
import { distanceMetres, type Position } from '../../../lib/geo.js';
import { type MapContent, type MapPoint, nearMetres } from '../../../lib/map-content.js';
import { metresText } from '../../frame/text.js';
import { pageLanguage } from '../parts/page-texts.js';
import { createCircles, degreesOf } from './circles.js';
import type { MapText } from './map-text.js';

/** Distance in pixels within which symbols are shown as one. */
const clusterPixels = 44;
const firstZoomMax = 17;
/** Pixels around the first view; more at the top, where the map states its detail. */
const firstMargin = { top: 64, right: 40, bottom: 40, left: 40 };

const lngLat = ({ latitude, longitude }: Position): [number, number] => [longitude, latitude];

function indexOf(points: readonly MapPoint[], maxZoom: number): Supercluster {
  const index = new Supercluster({ radius: clusterPixels, maxZoom });
  index.load(
    points.map((point, id) => ({
      type: 'Feature',
      properties: { id },
      geometry: { type: 'Point', coordinates: lngLat(point) },
    })),
  );
  return index;
}

/** Returns the smallest area that shows the place with its first circle, and the points near it. */
function firstView({ place, circles, points }: MapContent): LngLatBounds | null {
  const near = place
    ? points.filter((point) => distanceMetres(place, point) <= nearMetres)
    : points;
  if (!place && near.length === 0) return null;
  const bounds = new LngLatBounds();
  for (const point of near) bounds.extend(lngLat(point));
  if (place) {
    const size = degreesOf(circles[0] ?? 0, place);
    bounds.extend([place.longitude - size.longitude, place.latitude - size.latitude]);
    bounds.extend([place.longitude + size.longitude, place.latitude + size.latitude]);
  }
  return bounds;
}

function listOf(points: readonly MapPoint[]): HTMLElement {
  const list = document.createElement('ul');
  for (const { name, href } of points) {
    const item = list.appendChild(document.createElement('li'));
    if (!href) {
      item.textContent = name;
      continue;
    }
    const link = item.appendChild(document.createElement('a'));
    link.href = href;
    link.textContent = name;
  }
  return list;
}

function symbol(kind: string, text: string, name: string, href?: string): HTMLElement {
  const element = document.createElement(href ? 'a' : 'button');
  if (element instanceof HTMLAnchorElement) element.href = href ?? '';
  else element.type = 'button';
  element.className = `mark ${kind}`;
  element.appendChild(document.createElement('span')).textContent = text;
  element.title = name;
  element.setAttribute('aria-label', name);
  return element;
}

/** Runs an action when a symbol is pressed, which is no press on the map: that would close the popup. */
function onPress(made: HTMLElement, act: () => void): void {
  made.addEventListener('click', (event) => {
    event.stopPropagation();
    act();
  });
}

/**
 * Creates the symbols and circles of a map.
 * @returns a function that shows content; the first content with a position moves the map to it
 */
export function createMarks(map: MapLibreMap, element: HTMLElement, text: MapText) {
  const drawCircles = createCircles(map, element);
  const maxZoom = map.getMaxZoom();
  let content: MapContent = { place: null, circles: [], points: [] };
  let index = indexOf([], maxZoom);
  let shown = new Map<string, Marker>();
  let fixed: Marker[] = [];
  let isPlaced = false;

  /** Opens a popup at a symbol; Escape closes it. */
  function openPopup(at: Position, of: HTMLElement, points: readonly MapPoint[]): void {
    const popup = new Popup({ maxWidth: '18rem', offset: 18 })
      .setLngLat(lngLat(at))
      .setDOMContent(listOf(points))
      .addTo(map);
    popup.getElement().addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      popup.remove();
      of.focus();
    });
  }

  function pointSymbol(point: MapPoint): HTMLElement {
    const made = symbol(point.tone, point.mark, point.name, point.href);
    if (!point.href) onPress(made, () => openPopup(point, made, [point]));
    return made;
  }

  function clusterSymbol(at: Position, id: number, count: number): HTMLElement {
    const made = symbol('cluster', String(count), text('map.cluster', { count: String(count) }));
    onPress(made, () => {
      const zoom = index.getClusterExpansionZoom(id);
      if (zoom <= maxZoom) {
        // The symbol disappears, and the focus with it.
        map.getCanvas().focus({ preventScroll: true });
        map.easeTo({ center: lngLat(at), zoom });
        return;
      }
      const leaves: GeoJSON.Feature[] = index.getLeaves(id, Number.POSITIVE_INFINITY);
      const points = leaves.flatMap((leaf) => content.points[leaf.properties?.['id']] ?? []);
      openPopup(at, made, points);
    });
    return made;
  }

  const markerAt = (at: Position, made: HTMLElement) =>
    new Marker({ element: made }).setLngLat(lngLat(at)).addTo(map);

  /** Shows the symbols in view. Symbols that stay keep the focus. */
  function drawPoints(): void {
    const [[west, south], [east, north]] = map.getBounds().toArray();
    const next = new Map<string, Marker>();
    for (const found of index.getClusters([west, south, east, north], Math.floor(map.getZoom()))) {
      const { id, cluster_id: clusterId, point_count: count } = found.properties ?? {};
      const [longitude = 0, latitude = 0] = found.geometry.coordinates;
      const at = { latitude, longitude };
      const key = clusterId === undefined ? `point ${id}` : `cluster ${clusterId}`;
      const point = content.points[id];
      const old = shown.get(key);
      if (old) next.set(key, old);
      else if (clusterId !== undefined) {
        next.set(key, markerAt(at, clusterSymbol(at, clusterId, count)));
      } else if (point) next.set(key, markerAt(point, pointSymbol(point)));
    }
    for (const [key, marker] of shown) if (!next.has(key)) marker.remove();
    shown = next;
  }

  function drawPlace(): void {
    for (const marker of fixed) marker.remove();
    const { place, circles } = content;
    if (!place) return;
    const made = pointSymbol({ ...place, mark: '', tone: 'none' });
    made.classList.add('target');
    const names = circles.map((radius) => {
      const name = document.createElement('span');
      name.className = 'radius';
      name.textContent = metresText(radius, pageLanguage());
      // The list of positions has the radii too.
      name.setAttribute('aria-hidden', 'true');
      const { latitude } = degreesOf(radius, place);
      return markerAt({ ...place, latitude: place.latitude + latitude }, name);
    });
    fixed = [...names, markerAt(place, made)];
  }

  map.on('moveend', drawPoints);

  return (given: MapContent): void => {
    if (JSON.stringify(given) === JSON.stringify(content)) return;
    content = given;
    for (const marker of shown.values()) marker.remove();
    shown.clear();
    index = indexOf(content.points, maxZoom);
    drawCircles(content);
    drawPlace();
    const bounds = isPlaced ? null : firstView(content);
    if (bounds) {
      isPlaced = true;
      map.fitBounds(bounds, { padding: firstMargin, maxZoom: firstZoomMax, animate: false });
    }
    drawPoints();
  };
}
