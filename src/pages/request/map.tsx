import type { MapSettings } from '../../config.js';
import { requestCatalogue } from '../../messages/request/catalogue.js';
import { useText } from '../frame/frame-text.js';
import { MapFrame } from '../frame/map.js';

const number = (value: string, limit: number): number | null => {
  const given = value.trim() === '' ? Number.NaN : Number(value);
  return Math.abs(given) <= limit ? given : null;
};

/** A map with a pin; until it is drawn, an outline of the world with a point, which reveals swapped numbers. */
export function WorldMap({
  latitude,
  longitude,
  settings,
}: {
  latitude: string;
  longitude: string;
  settings: MapSettings | null;
}) {
  const t = useText(requestCatalogue);
  const north = number(latitude, 90);
  const east = number(longitude, 180);
  const known = north !== null && east !== null;
  return (
    <MapFrame settings={settings}>
      <svg
        viewBox="-180 -90 360 180"
        role="img"
        data-outline=""
        aria-label={
          known
            ? t('request.map', { position: `${latitude.trim()}, ${longitude.trim()}` })
            : t('request.no_map')
        }
      >
        <path class="grid" d="M-180 0h360M0-90v180M-90-90v180M90-90v180M-180-45h360M-180 45h360" />
        <g
          data-point=""
          visibility={known ? 'visible' : 'hidden'}
          transform={`translate(${east ?? 0} ${-(north ?? 0)})`}
        >
          <path class="cross" d="M-360 0h720M0-180v360" />
          <circle class="halo" r="9" />
          <circle class="dot" r="4.5" />
        </g>
      </svg>
    </MapFrame>
  );
}
