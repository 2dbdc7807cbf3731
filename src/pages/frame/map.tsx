import { type Child, useContext } from 'hono/jsx';
import type { MapSettings } from '../../config.js';
import type { MapContent } from '../../lib/map-content.js';
import type { Language } from '../../messages/language.js';
import { mapCatalogue } from '../../messages/map/catalogue.js';
import { mapScriptKeys } from '../../messages/map/script-keys.js';
import { pick } from '../../messages/pick.js';
import { assetPath } from './assets.js';
import { SiteContext } from './site.js';

/** Path of the tiles of a file. */
export const tilesPath = '/map/tiles.pmtiles';

/** Returns the attributes with which src/pages/client/map.ts draws a map, with its messages in a language. */
export const mapAttributes = (settings: MapSettings | null, language: Language = 'en') => ({
  'data-script': assetPath('map.js'),
  'data-css': assetPath('map.css'),
  'data-worker': assetPath('map-worker.js'),
  'data-style': settings?.kind === 'style' ? settings.url : undefined,
  'data-tiles':
    settings?.kind === 'tiles'
      ? settings.url
      : settings?.kind === 'tiles_file'
        ? tilesPath
        : undefined,
  'data-world': assetPath('world.json'),
  'data-large-towns': assetPath('towns-large.json'),
  'data-towns': assetPath('towns.json'),
  'data-texts': JSON.stringify(pick(mapCatalogue[language], mapScriptKeys)),
});

interface MapFrameProps {
  settings: MapSettings | null;
  /** Content of a map without a movable pin. */
  content?: MapContent;
  /** Shown until the map is drawn, and by browsers that cannot draw it. */
  children?: Child;
}

/** The place of a map, which is drawn when it scrolls into view. */
export function MapFrame({ settings, content, children }: MapFrameProps) {
  const { language } = useContext(SiteContext);
  return (
    <div
      class={content ? 'map still' : 'map'}
      data-map=""
      data-content={content && JSON.stringify(content)}
      {...mapAttributes(settings, language)}
    >
      {children}
    </div>
  );
}
