/// <reference lib="dom" />
import { GeoJSONSource, type Map as MapLibreMap } from 'maplibre-gl';
import { metresText } from '../../frame/text.js';
import { pageLanguage } from '../parts/page-texts.js';
import { degreesOf } from './circles.js';
import type { MapText } from './map-text.js';

/** Zoom from which the built-in map has nothing but a few names. */
const gridZoom = 10;
const spacings = [20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000];
const spacingPixels = 56;

/** Returns the multiples of a step from `from` to `to`, at least. */
function multiples(step: number, from: number, to: number): number[] {
  const first = Math.floor(from / step);
  const count = Math.ceil(to / step) - first + 1;
  return Array.from({ length: count }, (_, index) => (first + index) * step);
}

const line = (...coordinates: GeoJSON.Position[]): GeoJSON.Feature => ({
  type: 'Feature',
  properties: {},
  geometry: { type: 'LineString', coordinates },
});

/** Returns lines in and around the view of a map, and their distance in metres. */
function gridOf(map: MapLibreMap): { spacing: number; lines: GeoJSON.Feature[] } {
  const center = { latitude: map.getCenter().lat, longitude: map.getCenter().lng };
  const [[west, south], [east, north]] = map.getBounds().toArray();
  const height = map.getContainer().clientHeight || 1;
  const metresPerPixel = (north - south) / height / degreesOf(1, center).latitude;
  const least = metresPerPixel * spacingPixels;
  const spacing = spacings.find((one) => one >= least) ?? 10_000;
  // Lines of longitude stay where they are while the map moves by less than a tenth of a degree.
  const step = degreesOf(spacing, { ...center, latitude: Math.round(center.latitude * 10) / 10 });
  const [wide, high] = [east - west, north - south];
  const [left, right, low, top] = [west - wide, east + wide, south - high, north + high];
  return {
    spacing,
    lines: [
      ...multiples(step.latitude, low, top).map((y) => line([left, y], [right, y])),
      ...multiples(step.longitude, left, right).map((x) => line([x, low], [x, top])),
    ],
  };
}

/** The source of the grid's lines in the built-in style. */
export const gridSource = 'grid';

/** Draws a grid where the built-in map has no detail, and states the distance of its lines. */
export function createGrid(map: MapLibreMap, text: MapText): void {
  const note = document.createElement('p');
  note.className = 'detail small';
  note.hidden = true;
  map.getContainer().append(note);
  const draw = () => {
    const source = map.getSource(gridSource);
    if (!(source instanceof GeoJSONSource)) return;
    const isFlat = map.getZoom() >= gridZoom;
    const { spacing, lines } = isFlat ? gridOf(map) : { spacing: 0, lines: [] };
    source.setData({ type: 'FeatureCollection', features: lines });
    note.hidden = !isFlat;
    note.textContent = isFlat
      ? text('map.no_streets', { spacing: metresText(spacing, pageLanguage()) })
      : '';
  };
  map.on('style.load', draw);
  map.on('moveend', draw);
  map.on('resize', draw);
}
