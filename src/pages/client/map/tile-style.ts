/// <reference lib="dom" />
import { layers, namedFlavor } from '@protomaps/basemaps';
import { addProtocol, type StyleSpecification } from 'maplibre-gl';
import { Protocol } from 'pmtiles';
import type { Language } from '../../../messages/language.js';

let registered = false;

function registerProtocol(): void {
  if (registered) return;
  registered = true;
  addProtocol('pmtiles', new Protocol({ metadata: true }).tile);
}

/** Returns the language of labels. Arabic letters are not joined without a plugin of maplibre-gl, so it has English labels. */
const labelLanguage = (language: Language): string =>
  language === 'ar' ? 'en' : (language.split('-')[0] ?? language);

/**
 * Returns a style that draws the Protomaps basemap of a PMTiles archive, with labels in the language of the page.
 * @param url absolute URL of the archive
 */
export function tileStyle(url: string, isDark: boolean, language: Language): StyleSpecification {
  registerProtocol();
  const name = 'tiles';
  const lang = labelLanguage(language);
  return {
    version: 8,
    sources: { [name]: { type: 'vector', url: `pmtiles://${url}` } },
    // Icons of the basemap need sprites, which the archive does not contain.
    layers: layers(name, namedFlavor(isDark ? 'dark' : 'light'), { lang }).filter(
      ({ layout }) => !(layout && 'icon-image' in layout),
    ),
  };
}
