import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { nominatim } from './nominatim.js';
import { pelias } from './pelias.js';
import { photon } from './photon.js';

const adapters = { nominatim, photon, pelias };
const kinds = ['nominatim', 'photon', 'pelias'] as const;

/** Returns a response in the documented form; those named `recorded` are of public servers (data: OpenStreetMap, ODbL). */
const recorded = (name: string): unknown =>
  JSON.parse(
    readFileSync(
      new URL(`../../../../test/fixtures/geocoder/${name}.json`, import.meta.url),
      'utf8',
    ),
  );

describe('the answers to a search', () => {
  it.each([
    [
      'nominatim',
      [
        ['1, Alexanderplatz, Mitte, Berlin, 10178, Deutschland', 'address', 'DE'],
        ['Alexanderplatz, Dircksenstraße, Mitte, Berlin, 10178, Deutschland', 'landmark', 'DE'],
        ['Alexanderplatz, Mitte, Berlin, 10178, Deutschland', 'street', 'DE'],
      ],
    ],
    [
      'photon',
      [
        ['Alexanderplatz 1, Mitte, 10178 Berlin, Germany', 'address', 'DE'],
        ['Alexanderplatz, Dircksenstraße, Mitte, 10178 Berlin, Germany', 'landmark', 'DE'],
        ['Berlin, Germany', 'city', 'DE'],
      ],
    ],
    [
      'pelias',
      [
        ['Alexanderplatz 1, Berlin, Germany', 'address', 'DE'],
        ['Alexanderplatz, Berlin, Germany', 'landmark', 'DE'],
        ['Berlin, Germany', 'city', null],
      ],
    ],
  ] as const)('of %s are read', (kind, expected) => {
    const found = adapters[kind].read(recorded(`${kind}-search`));
    expect(found.map(({ label, kind: of, country }) => [label, of, country])).toEqual(expected);
    expect(found[0]).toMatchObject({
      latitude: expect.closeTo(52.52183, 4),
      longitude: expect.closeTo(13.41316, 4),
    });
  });

  it.each([
    [
      'nominatim',
      [
        [
          /^Trường Đại học Khoa học Tự nhiên .*, 227, Nguyễn Văn Cừ, /,
          'landmark',
          null,
          10.7625844,
        ],
      ],
    ],
    [
      'photon',
      [
        [/^Rue de la Paix 10, Quartier Gaillon, Paris, 75002 Paris, /, 'address', 'FR', 48.8689953],
        [/^Kirkwood Avenue 20, Upper Riccarton, 8041 Christchurch, /, 'address', 'NZ', -43.5280654],
      ],
    ],
    [
      'pelias',
      [
        [/^Esmarchstraße 13, Elmshorn, Germany$/, 'address', null, 53.761052],
        [/^Lumikintie 4, Helsinki$/, 'address', null, 60.202563],
      ],
    ],
  ] as const)('of %s are read as public servers have sent them', (kind, expected) => {
    const found = adapters[kind].read(recorded(`${kind}-recorded`));
    expect(found).toMatchObject(
      expected.map(([label, of, country, latitude]) => ({
        label: expect.stringMatching(label),
        kind: of,
        country,
        latitude,
      })),
    );
  });

  it.each(kinds)('of %s can be empty', (kind) => {
    expect(adapters[kind].read(recorded(`${kind}-nothing`))).toEqual([]);
  });

  it.each(kinds)('of %s are rejected in any other form', (kind) => {
    for (const answer of [null, 7, 'text', {}, [{}], { features: {} }, { features: [{}] }]) {
      expect(() => adapters[kind].read(answer)).toThrow();
    }
  });

  it('leave out places without a name or a position on Earth', () => {
    const feature = (name: string, coordinates: number[]) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates },
      properties: { name, type: 'city' },
    });
    const features = [
      feature('', [13, 52]),
      feature('Nowhere', [13, 152]),
      feature('Here', [13, 52]),
    ];
    expect(photon.read({ features }).map(({ label }) => label)).toEqual(['Here']);
  });
});

describe('the answer to a reverse search', () => {
  it.each(kinds)('of %s is read', (kind) => {
    const found = adapters[kind].read(recorded(`${kind}-reverse`));
    expect(found).toMatchObject([{ kind: 'address', country: 'DE' }]);
  });
});
