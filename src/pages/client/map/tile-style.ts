/// <reference lib="dom" />
import { layers, namedFlavor } from '@protomaps/basemaps';
import { addProtocol, type StyleSpecification } from 'maplibre-gl';
import { Protocol } from 'pmtiles';

let registered = false;

function registerProtocol(): void {
  if (registered) return;
  registered = true;
  addProtocol('pmtiles', new Protocol({ metadata: true }).tile);
}

/**
 * Returns a style that draws the Protomaps basemap of a PMTiles archive, with labels in a language.
 * @param url absolute URL of the archive
 */
export function tileStyle(url: string, isDark: boolean, lang: string): StyleSpecification {
  registerProtocol();
  const name = 'tiles';
  return {
    version: 8,
    sources: { [name]: { type: 'vector', url: `pmtiles://${url}` } },
    // Icons of the basemap need sprites, which the archive does not contain.
    layers: layers(name, namedFlavor(isDark ? 'dark' : 'light'), { lang }).filter(
      ({ layout }) => !(layout && 'icon-image' in layout),
    ),
  };
}
