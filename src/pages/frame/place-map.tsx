import { type Child, useContext } from 'hono/jsx';
import type { MapSettings } from '../../config.js';
import { distanceMetres, type Position } from '../../lib/geo.js';
import { nearMetres } from '../../lib/map-content.js';
import { createTranslator } from '../../messages/create-translator.js';
import { fill } from '../../messages/fill.js';
import { isolated } from '../../messages/format.js';
import type { Language } from '../../messages/language.js';
import { mapCatalogue } from '../../messages/map/catalogue.js';
import { geofencePassMetres, geofenceWarnMetres } from '../../modules/evidence/checks.js';
import { useText } from './frame-text.js';
import { MapFrame } from './map.js';
import { SiteContext } from './site.js';
import { metresText } from './text.js';

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

/** Returns the name of a photo with its distance from the place, and whether it was rejected. */
function nameOf({ label, distance, passed }: PlacedPhoto, language: Language): string {
  const t = createTranslator(mapCatalogue, language);
  const photo = isolated(language, label);
  if (distance === null) return passed ? label : t('map.photo_unmeasured_rejected', { photo });
  const values = { photo, distance: metresText(distance, language) };
  return passed ? t('map.photo', values) : t('map.photo_rejected', values);
}

const positionText = ({ latitude, longitude }: Position) =>
  `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;

function Item({ name, at }: { name: string; at: Position }) {
  const text = useText(mapCatalogue)('map.item', { name: '{name}', position: '{position}' });
  return <li>{fill(text, { name, position: <span dir="ltr">{positionText(at)}</span> })}</li>;
}

/** A map of a place with the circles in which photos count, and where photos were taken; the same as a list. */
export function PlaceMap({ settings, place, photos, children }: PlaceMapProps) {
  const t = useText(mapCatalogue);
  const { language } = useContext(SiteContext);
  const { latitude, longitude } = place;
  const far = photos.filter((photo) => distanceMetres(place, photo) > nearMetres);
  return (
    <div class="tight">
      <MapFrame
        settings={settings}
        content={{
          place: { latitude, longitude, name: t('map.address') },
          circles: [geofencePassMetres, geofenceWarnMetres],
          points: photos.map((photo) => ({
            latitude: photo.latitude,
            longitude: photo.longitude,
            mark: photo.mark,
            name: nameOf(photo, language),
            tone: photo.passed ? 'good' : 'bad',
            ...(photo.href && { href: photo.href }),
          })),
        }}
      >
        {children ?? <p class="small soft">{t('map.as_list')}</p>}
      </MapFrame>
      {far.length > 0 && (
        <div class="small soft">
          <p>{t('map.outside')}</p>
          <ul class="points">
            {far.map((photo) => (
              <li>{nameOf(photo, language)}</li>
            ))}
          </ul>
        </div>
      )}
      <details class="positions">
        <summary>{t('map.list')}</summary>
        <ul class="points small">
          <Item name={t('map.address')} at={place} />
          {photos.map((photo) => (
            <Item name={nameOf(photo, language)} at={photo} />
          ))}
          <li>
            {t('map.circles', {
              pass: metresText(geofencePassMetres, language),
              warn: metresText(geofenceWarnMetres, language),
            })}
          </li>
        </ul>
      </details>
    </div>
  );
}
