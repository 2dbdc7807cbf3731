import type { Services } from '../../services.js';
import type { Wired } from '../../wiring.js';
import { createEmbeddedGeocoder } from './embedded-geocoder.js';
import { followAddresses } from './follow-addresses.js';
import { createPlaces, type Places } from './places.js';
import { createRemoteGeocoder } from './remote-geocoder.js';
import { createShortLinks, rejectShortLink } from './short-links.js';

declare module '../../services.js' {
  interface Services {
    places: Places;
  }
}

export function wirePlace({
  config,
  log,
  baseUrl,
}: Pick<Services, 'config' | 'log' | 'baseUrl'>): Wired<'places'> {
  // Public geocoders require a User-Agent that identifies the service.
  const userAgent = `verification-gateway (${baseUrl})`;
  const geocoder = config.geocoder && createRemoteGeocoder(config.geocoder, { log, userAgent });
  const places = createPlaces({
    embedded: createEmbeddedGeocoder(),
    geocoder,
    openShortLink: config.mapLinks ? createShortLinks() : rejectShortLink,
    log,
  });
  return {
    services: { places },
    connect(services) {
      if (geocoder) followAddresses(services, geocoder);
    },
  };
}
