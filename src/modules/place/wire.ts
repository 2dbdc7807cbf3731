import type { Services } from '../../services.js';
import type { Wired } from '../../wiring.js';
import { createEmbeddedGeocoder } from './embedded-geocoder.js';
import { createPlaces, type Places } from './places.js';
import { createShortLinks, rejectShortLink } from './short-links.js';

declare module '../../services.js' {
  interface Services {
    places: Places;
  }
}

export function wirePlace({ config }: Pick<Services, 'config'>): Wired<'places'> {
  const embedded = createEmbeddedGeocoder();
  const openShortLink = config.mapLinks ? createShortLinks() : rejectShortLink;
  return { services: { places: createPlaces({ embedded, openShortLink }) } };
}
