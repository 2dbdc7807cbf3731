/// <reference lib="dom" />
import type { StyleSpecification } from 'maplibre-gl';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { Colors } from './colors.js';
import { gridSource } from './grid.js';

/** The data of the built-in map: coastlines and borders of Natural Earth, and towns of GeoNames. */
export interface World {
  land: GeoJSON.FeatureCollection;
  borders: GeoJSON.Geometry;
  towns: GeoJSON.FeatureCollection;
}

async function fetchJson<T>(url: string): Promise<T> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.json();
}

/**
 * Lets the longitudes of a ring continue past 180 degrees instead of jumping to the other edge of the map, except along
 * the lower edge of Antarctica.
 */
function unwrapped(ring: GeoJSON.Position[]): GeoJSON.Position[] {
  let last = ring[0]?.[0] ?? 0;
  return ring.map(([longitude = 0, latitude = 0]) => {
    let east = longitude;
    if (latitude > -80) while (Math.abs(east - last) > 180) east += east < last ? 360 : -360;
    last = east;
    return [east, latitude];
  });
}

/** Loads a file of towns, which lists the largest first. */
export async function loadTowns(url: string): Promise<GeoJSON.FeatureCollection> {
  const towns = await fetchJson<[name: string, longitude: number, latitude: number][]>(url);
  const features = towns.map(([name, longitude, latitude], rank): GeoJSON.Feature => {
    const geometry = { type: 'Point' as const, coordinates: [longitude, latitude] };
    return { type: 'Feature', properties: { name, rank }, geometry };
  });
  return { type: 'FeatureCollection', features };
}

/** Loads land and borders, and the large towns. */
export async function loadWorld(shapes: string, largeTowns: string): Promise<World> {
  const [topology, towns] = await Promise.all([
    fetchJson<Topology<{ countries: GeometryCollection; land: GeometryCollection }>>(shapes),
    loadTowns(largeTowns),
  ]);
  const { countries, land } = topology.objects;
  const whole = feature(topology, land);
  const features = whole.features.map((one): GeoJSON.Feature => {
    const { geometry } = one;
    if (geometry.type === 'Polygon') {
      return {
        ...one,
        geometry: { ...geometry, coordinates: geometry.coordinates.map(unwrapped) },
      };
    }
    if (geometry.type !== 'MultiPolygon') return one;
    const coordinates = geometry.coordinates.map((rings) => rings.map(unwrapped));
    return { ...one, geometry: { ...geometry, coordinates } };
  });
  return {
    land: { type: 'FeatureCollection', features },
    borders: mesh(topology, countries, (a, b) => a !== b),
    towns,
  };
}

/** Returns a style that needs no other files. */
export function builtInStyle(colors: Colors, { land, borders, towns }: World): StyleSpecification {
  return {
    version: 8,
    sources: {
      land: { type: 'geojson', data: land },
      borders: { type: 'geojson', data: borders },
      // Filled by the grid, which depends on the view.
      [gridSource]: { type: 'geojson', data: { type: 'FeatureCollection', features: [] } },
      towns: { type: 'geojson', data: towns },
    },
    layers: [
      { id: 'water', type: 'background', paint: { 'background-color': colors.water } },
      { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': colors.land } },
      {
        id: 'borders',
        type: 'line',
        source: 'borders',
        paint: { 'line-color': colors.border, 'line-width': 0.8 },
      },
      {
        id: gridSource,
        type: 'line',
        source: gridSource,
        paint: { 'line-color': colors.border, 'line-width': 0.5, 'line-opacity': 0.5 },
      },
      {
        id: 'towns',
        type: 'symbol',
        source: 'towns',
        // Smaller towns have no room at low zooms, and would only delay the first view.
        filter: ['<', ['get', 'rank'], ['step', ['zoom'], 200, 1, 800, 3, 1_000_000]],
        layout: {
          'text-field': ['get', 'name'],
          'text-size': ['interpolate', ['linear'], ['zoom'], 2, 11, 8, 14],
          'text-padding': 8,
          'text-max-width': 8,
          // Of two labels that overlap, that of the larger town is shown.
          'symbol-sort-key': ['get', 'rank'],
        },
        paint: {
          'text-color': colors.text,
          'text-halo-color': colors.halo,
          'text-halo-width': 1.2,
        },
      },
    ],
  };
}
