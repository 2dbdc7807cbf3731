import { MapFrame } from '../frame/map.js';
import { messages } from '../messages/request.en.js';

const number = (value: string, limit: number): number | null => {
  const given = value.trim() === '' ? Number.NaN : Number(value);
  return Math.abs(given) <= limit ? given : null;
};

/** A map with a pin; until it is drawn, an outline of the world with a point, which reveals swapped numbers. */
export function WorldMap({ latitude, longitude }: { latitude: string; longitude: string }) {
  const north = number(latitude, 90);
  const east = number(longitude, 180);
  const known = north !== null && east !== null;
  return (
    <MapFrame>
      <svg
        viewBox="-180 -90 360 180"
        role="img"
        data-outline=""
        aria-label={known ? messages.map(latitude.trim(), longitude.trim()) : messages.noMap}
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
