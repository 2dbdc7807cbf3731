import { geoJSONToTile } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { zxyToTileId } from 'pmtiles';

/** The only tile of the fixture, around Alexanderplatz in Berlin. */
export const fixtureTile = { z: 14, x: 8802, y: 5373 };

/** The layers of the Protomaps basemap, all of which an archive names. */
const basemapLayers = [
  ...['boundaries', 'buildings', 'earth', 'landcover', 'landuse', 'places', 'pois', 'roads'],
  ...['transit', 'water'],
];

const feature = (geometry: GeoJSON.Geometry, kind: string): GeoJSON.FeatureCollection => ({
  type: 'FeatureCollection',
  features: [{ type: 'Feature', properties: { kind }, geometry }],
});

/** Returns the tile: land, and one street from west to east at 52.5225 degrees north. */
export function streetTile(): Uint8Array {
  const { z, x, y } = fixtureTile;
  const [west, east, south, north] = [13.3, 13.5, 52.4, 52.6];
  const outline = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  const street = [
    [west, 52.5225],
    [east, 52.5225],
  ];
  return fromGeojsonVt({
    earth: geoJSONToTile(feature({ type: 'Polygon', coordinates: [outline] }, 'earth'), z, x, y),
    roads: geoJSONToTile(feature({ type: 'LineString', coordinates: street }, 'highway'), z, x, y),
  });
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return [...bytes, rest];
}

/** Returns a PMTiles archive (version 3, uncompressed) of the tile. */
export function streetArchive(): Buffer {
  const { z, x, y } = fixtureTile;
  const tile = streetTile();
  // One entry: its id, run length, length, and offset plus 1.
  const entry = [1, zxyToTileId(z, x, y), 1, tile.length, 1];
  const directory = Buffer.from(entry.flatMap(varint));
  const vectorLayers = basemapLayers.map((id) => ({ id }));
  const metadata = Buffer.from(
    JSON.stringify({ attribution: 'Fixture', vector_layers: vectorLayers }),
  );
  const header = Buffer.alloc(127);
  header.write('PMTiles');
  header[7] = 3;
  const [first, second] = [header.length, header.length + directory.length];
  const tiles = second + metadata.length;
  const numbers = [first, directory.length, second, metadata.length];
  for (const [index, value] of [...numbers, tiles, 0, tiles, tile.length, 1, 1, 1].entries()) {
    header.writeBigUInt64LE(BigInt(value), 8 + 8 * index);
  }
  const [uncompressed, vector] = [1, 1];
  header.set([1, uncompressed, uncompressed, vector, z, z], 96);
  const degrees = [13.3, 52.4, 13.5, 52.6];
  for (const [index, value] of degrees.entries()) header.writeInt32LE(value * 1e7, 102 + 4 * index);
  header[118] = z;
  header.writeInt32LE(13.4132e7, 119);
  header.writeInt32LE(52.5219e7, 123);
  return Buffer.concat([header, directory, metadata, tile]);
}
