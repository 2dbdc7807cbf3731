import type { Wired } from '../../wiring.js';
import { createEmbeddedGeocoder } from './embedded-geocoder.js';
import { createPlaces, type Places } from './places.js';

declare module '../../services.js' {
  interface Services {
    places: Places;
  }
}

export const wirePlace = (): Wired<'places'> => ({
  services: { places: createPlaces({ embedded: createEmbeddedGeocoder() }) },
});
