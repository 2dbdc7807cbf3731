/// <reference lib="dom" />
import { GeoJSONSource, type Map as MapLibreMap } from 'maplibre-gl';
import { earthRadiusMetres, type Position } from '../../../lib/geo.js';
import type { MapContent } from '../../../lib/map-content.js';
import { colorsOf } from './colors.js';

const corners = 90;
const metresPerDegree = (earthRadiusMetres * Math.PI) / 180;

/** Returns degrees of latitude and longitude that a distance in metres spans at a position. */
export function degreesOf(metres: number, { latitude }: Position): Position {
  const north = metres / metresPerDegree;
  // Maps end at 85 degrees.
  const shrink = Math.cos((Math.min(85, Math.abs(latitude)) * Math.PI) / 180);
  return { latitude: north, longitude: north / shrink };
}

function circle(center: Position, radius: number): GeoJSON.Feature {
  const size = degreesOf(radius, center);
  const coordinates = Array.from({ length: corners + 1 }, (_, index) => {
    const angle = (index / corners) * 2 * Math.PI;
    return [
      center.longitude + size.longitude * Math.sin(angle),
      center.latitude + size.latitude * Math.cos(angle),
    ];
  });
  const geometry = { type: 'Polygon' as const, coordinates: [coordinates] };
  return { type: 'Feature', properties: { radius }, geometry };
}

const circlesOf = ({ place, circles }: MapContent): GeoJSON.FeatureCollection => ({
  type: 'FeatureCollection',
  features: place ? circles.map((radius) => circle(place, radius)) : [],
});

/**
 * Draws the circles of a map above each style that it gets.
 * @returns a function that draws those of other content
 */
export function createCircles(map: MapLibreMap, element: HTMLElement) {
  let data: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features: [] };
  map.on('style.load', () => {
    const { text, halo } = colorsOf(element);
    map.addSource('circles', { type: 'geojson', data });
    // A line with a border is visible on any ground.
    map.addLayer({
      id: 'circle-borders',
      type: 'line',
      source: 'circles',
      paint: { 'line-color': halo, 'line-width': 4, 'line-opacity': 0.7 },
    });
    map.addLayer({
      id: 'circles',
      type: 'line',
      source: 'circles',
      paint: { 'line-color': text, 'line-width': 1.5, 'line-dasharray': [3, 3] },
    });
  });
  return (content: MapContent): void => {
    data = circlesOf(content);
    // Before the first style the map has no sources.
    const source = map.style ? map.getSource('circles') : undefined;
    if (source instanceof GeoJSONSource) source.setData(data);
  };
}
