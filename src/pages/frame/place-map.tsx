import type { Child } from 'hono/jsx';
import type { MapSettings } from '../../config.js';
import { distanceMetres, type Position } from '../../lib/geo.js';
import { nearMetres } from '../../lib/map-content.js';
import { geofencePassMetres, geofenceWarnMetres } from '../../modules/evidence/checks.js';
import { messages } from '../messages/map.en.js';
import { metresText } from './format.js';
import { MapFrame } from './map.js';

/** A photo on the map of its place. */
export interface PlacedPhoto extends Position {
  /** Number of the photo in the report: `E3`. */
  mark: string;
  /** Name with the number: `E3 Front of the building`. */
  label: string;
  /** Metres from the place; null if it was not measured. */
  distance: number | null;
  passed: boolean;
  /** Address of the photo. */
  href?: string;
}

interface PlaceMapProps {
  settings: MapSettings | null;
  place: Position;
  photos: readonly PlacedPhoto[];
  /** Shown until the map is drawn, and printed. */
  children?: Child;
}

const nameOf = ({ label, distance, passed }: PlacedPhoto) =>
  messages.photo(label, distance === null ? null : metresText(distance), passed);

const positionText = ({ latitude, longitude }: Position) =>
  `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;

/** A map of a place with the circles in which photos count, and where photos were taken; the same as a list. */
export function PlaceMap({ settings, place, photos, children }: PlaceMapProps) {
  const { latitude, longitude } = place;
  const far = photos.filter((photo) => distanceMetres(place, photo) > nearMetres);
  return (
    <div class="tight">
      <MapFrame
        settings={settings}
        content={{
          place: { latitude, longitude, name: messages.address },
          circles: [geofencePassMetres, geofenceWarnMetres],
          points: photos.map((photo) => ({
            latitude: photo.latitude,
            longitude: photo.longitude,
            mark: photo.mark,
            name: nameOf(photo),
            tone: photo.passed ? 'good' : 'bad',
            ...(photo.href && { href: photo.href }),
          })),
        }}
      >
        {children ?? <p class="small soft">{messages.asList}</p>}
      </MapFrame>
      {far.length > 0 && <p class="small soft">{messages.outside(far.map(nameOf).join('; '))}</p>}
      <details class="positions">
        <summary>{messages.list}</summary>
        <ul class="points small">
          <li>
            {messages.address}: {positionText(place)}
          </li>
          {photos.map((photo) => (
            <li>
              {nameOf(photo)}: {positionText(photo)}
            </li>
          ))}
          <li>
            {messages.circles(metresText(geofencePassMetres), metresText(geofenceWarnMetres))}
          </li>
        </ul>
      </details>
    </div>
  );
}
