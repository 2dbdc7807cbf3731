import { describe, expect, it } from 'vitest';
import { positionAt } from '../../../test/support/position-at.js';
import { type Catalogue, loadCatalogue } from './catalogue.js';
import { evaluateServiceability } from './serviceability.js';

const shipped = loadCatalogue(undefined);

/** The shipped catalogue with one city, here. */
function withCityAt(latitude: number, longitude: number): Catalogue {
  const city = { key: 'only', name: 'Only', country: 'DE', currency: 'EUR', latitude, longitude };
  return { ...shipped, market_cities: [city] };
}

const levelByMetres: [metres: number, level: string, distanceKm: number][] = [
  [0, 'covered', 0],
  [12, 'covered', 0.1],
  [59_950, 'covered', 60],
  [60_000, 'covered', 60],
  [60_001, 'limited', 60.1],
  [200_000, 'limited', 200],
  [200_001, 'self_service_only', 200.1],
  [600_000, 'self_service_only', 600],
  [600_001, 'unserviceable', 600.1],
  [15_000_000, 'unserviceable', 15_000],
];

const cities: [name: string, latitude: number, longitude: number][] = [
  ['on the equator', 0, 0],
  ['in Berlin', 52.52, 13.405],
  ['on the antimeridian', -18, 180],
  ['beside the antimeridian', -18, -179.999],
  ['at the north pole', 90, 0],
  ['at the south pole', -90, 45],
];

describe.each(cities)('evaluateServiceability with a city %s', (_name, latitude, longitude) => {
  const catalogue = withCityAt(latitude, longitude);

  it.each(levelByMetres)('%i m away: %s, %f km', (metres, level, distanceKm) => {
    // Towards either side, so that it crosses the antimeridian or runs over the pole.
    for (const side of [1, -1]) {
      const step = { east: side * metres * 0.6, north: side * metres * 0.8 };
      const place = positionAt({ latitude, longitude }, step);
      expect(evaluateServiceability(catalogue, place)).toMatchObject({
        level,
        distanceKm,
        serviceable: level !== 'unserviceable',
        marketCityKey: 'only',
      });
    }
  });
});

describe('evaluateServiceability', () => {
  it('covers Alexanderplatz from Berlin, with every offer', () => {
    expect(evaluateServiceability(shipped, { latitude: 52.5219, longitude: 13.4132 })).toEqual({
      serviceable: true,
      level: 'covered',
      message: 'We can send a verifier to this place from Berlin. Every offer is available.',
      reasons: ['The place is 0.6 km from Berlin, within 60 km.'],
      marketCity: 'Berlin',
      marketCityKey: 'berlin',
      distanceKm: 0.6,
      estimatedHoursMin: 4,
      estimatedHoursMax: 72,
      suggestedExecutionMode: 'operator',
    });
  });

  it('says which offers are missing where the place is limited', () => {
    // Brandenburg's Cottbus.
    expect(
      evaluateServiceability(shipped, { latitude: 51.7563, longitude: 14.3329 }),
    ).toMatchObject({
      level: 'limited',
      marketCityKey: 'berlin',
      message: expect.stringContaining('Some offers are not available'),
      reasons: [
        expect.stringMatching(/^The place is 10\d\.\d km from Berlin, within 200 km\.$/),
        'Not available at this distance: Verifier within 24 hours.',
      ],
      suggestedExecutionMode: 'operator',
    });
  });

  it('suggests self-service where nobody can be sent', () => {
    // Gdańsk.
    expect(evaluateServiceability(shipped, { latitude: 54.352, longitude: 18.6466 })).toMatchObject(
      {
        serviceable: true,
        level: 'self_service_only',
        marketCityKey: 'warsaw',
        message: expect.stringContaining('too far from Warsaw'),
        suggestedExecutionMode: 'self_service',
      },
    );
  });

  it('names the nearest city, the distance and the limit where a place cannot be served', () => {
    // The research station Neumayer III in Antarctica.
    expect(evaluateServiceability(shipped, { latitude: -70.6744, longitude: -8.2742 })).toEqual({
      serviceable: false,
      level: 'unserviceable',
      message:
        'We cannot serve this place: it is too far from Cape Town, our nearest city. There is nothing to pay.',
      reasons: [
        expect.stringMatching(
          /^The place is 4,\d{3}\.\d km from Cape Town; we serve places up to 600 km from our cities\.$/,
        ),
      ],
      marketCity: 'Cape Town',
      marketCityKey: 'cape_town',
      distanceKm: expect.any(Number),
      estimatedHoursMin: null,
      estimatedHoursMax: null,
      suggestedExecutionMode: null,
    });
  });

  it('finds the nearest city across the antimeridian', () => {
    // Taveuni, Fiji, on both sides of 180°.
    for (const longitude of [179.99, -179.99]) {
      expect(evaluateServiceability(shipped, { latitude: -16.85, longitude })).toMatchObject({
        marketCityKey: 'suva',
        level: 'self_service_only',
      });
    }
  });

  it('takes the first of two cities equally near', () => {
    const [berlin, london] = shipped.market_cities;
    const twins = [
      { ...berlin!, latitude: 0, longitude: 1 },
      { ...london!, latitude: 0, longitude: -1 },
    ];
    const place = { latitude: 0, longitude: 0 };
    for (const market_cities of [twins, twins.toReversed()]) {
      const evaluated = evaluateServiceability({ ...shipped, market_cities }, place);
      expect(evaluated.marketCityKey).toBe(market_cities[0]!.key);
    }
  });

  it.each([
    [91, 0],
    [0, 181],
    [Number.NaN, 0],
  ])('refuses a place that cannot be: %d, %d', (latitude, longitude) => {
    expect(() => evaluateServiceability(shipped, { latitude, longitude })).toThrow(RangeError);
  });
});
