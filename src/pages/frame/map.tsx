import type { Child } from 'hono/jsx';
import type { MapSettings } from '../../config.js';
import type { MapContent } from '../../lib/map-content.js';
import { assetPath } from './assets.js';

/** Path of the tiles of a file. */
export const tilesPath = '/map/tiles.pmtiles';

/** Returns the attributes with which src/pages/client/map.ts draws a map. */
export const mapAttributes = (settings: MapSettings | null) => ({
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
  return (
    <div
      class={content ? 'map still' : 'map'}
      data-map=""
      data-content={content && JSON.stringify(content)}
      {...mapAttributes(settings)}
    >
      {children}
    </div>
  );
}
