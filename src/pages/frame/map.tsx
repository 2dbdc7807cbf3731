import type { Child } from 'hono/jsx';
import { assetPath } from './assets.js';

interface MapFrameProps {
  /** Shown until the map is drawn, and by browsers that cannot draw it. */
  children?: Child;
}

/** The place of a map, which src/pages/client/map.ts draws when it scrolls into view. */
export function MapFrame({ children }: MapFrameProps) {
  return (
    <div
      class="map"
      data-map=""
      data-script={assetPath('map.js')}
      data-css={assetPath('map.css')}
      data-worker={assetPath('map-worker.js')}
      data-world={assetPath('world.json')}
      data-large-towns={assetPath('towns-large.json')}
      data-towns={assetPath('towns.json')}
    >
      {children}
    </div>
  );
}
