import type { Child } from 'hono/jsx';
import type { MapSettings } from '../../config.js';
import { assetPath } from './assets.js';

/** Path of the tiles of a file. */
export const tilesPath = '/map/tiles.pmtiles';

interface MapFrameProps {
  settings: MapSettings | null;
  /** Shown until the map is drawn, and by browsers that cannot draw it. */
  children?: Child;
}

/** The place of a map, which src/pages/client/map.ts draws when it scrolls into view. */
export function MapFrame({ settings, children }: MapFrameProps) {
  return (
    <div
      class="map"
      data-map=""
      data-script={assetPath('map.js')}
      data-css={assetPath('map.css')}
      data-worker={assetPath('map-worker.js')}
      data-style={settings?.kind === 'style' ? settings.url : undefined}
      data-tiles={
        settings?.kind === 'tiles'
          ? settings.url
          : settings?.kind === 'tiles_file'
            ? tilesPath
            : undefined
      }
      data-world={assetPath('world.json')}
      data-large-towns={assetPath('towns-large.json')}
      data-towns={assetPath('towns.json')}
    >
      {children}
    </div>
  );
}
