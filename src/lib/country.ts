import { createRequire } from 'node:module';
import { isPossiblePosition, type Position } from './geo.js';
import { lazy } from './lazy.js';

/** Loaded on first use: the borders take 20 MB of memory. */
const borders = lazy(
  () =>
    createRequire(import.meta.url)(
      '@rapideditor/country-coder',
    ) as typeof import('@rapideditor/country-coder'),
);

/**
 * Returns the ISO 3166-1 alpha-2 code of the country or dependent territory at a position, such as `HK` and `PR`; null
 * on the high seas.
 */
export function countryAt({ latitude, longitude }: Position): string | null {
  if (!isPossiblePosition(latitude, longitude)) return null;
  return borders().iso1A2Code([longitude, latitude], { level: 'territory' });
}
