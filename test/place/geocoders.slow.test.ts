import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GeocoderSettings } from '../../src/config.js';
import { createEmbeddedGeocoder } from '../../src/modules/place/embedded-geocoder.js';
import { createPlaces } from '../../src/modules/place/places.js';
import { createRemoteGeocoder } from '../../src/modules/place/remote-geocoder.js';
import { rejectShortLink } from '../../src/modules/place/short-links.js';
import { apis } from '../support/apis.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { startStandIn, stopStandIns } from './stand-in.js';

let host: string;
beforeAll(async () => {
  host = await startStandIn('./geocoder-host.mjs');
});
afterAll(stopStandIns);

const log = pino({ level: 'silent' });
const options = { near: null, language: 'en', limit: 5 };
const alexanderplatz = { latitude: 52.5219, longitude: 13.4132 };

const geocoderOf = (kind: GeocoderSettings['kind'], settings: Partial<GeocoderSettings> = {}) =>
  createRemoteGeocoder(
    { kind, url: host, apiKey: undefined, timeoutMilliseconds: 5_000, ...settings },
    { log, userAgent: 'verification-gateway (test)' },
  );

async function requests(): Promise<{ url: string; userAgent: string }[]> {
  return (await fetch(`${host}/requests`)).json() as never;
}

/** Returns the parameters of the newest request, with its path. */
async function newest(): Promise<Record<string, string>> {
  const url = new URL((await requests()).at(-1)?.url ?? '', host);
  return { path: url.pathname, ...Object.fromEntries(url.searchParams) };
}

const kinds = ['nominatim', 'photon', 'pelias'] as const;

describe('the requests', () => {
  const near = { latitude: 52.51234, longitude: 13.40987 };
  const search = { near, language: 'de', limit: 3 };

  it.each([
    [
      'nominatim',
      {
        path: '/search',
        q: 'Alexanderplatz 1',
        format: 'jsonv2',
        addressdetails: '1',
        limit: '3',
        'accept-language': 'de',
        viewbox: '12.91,53.01,13.91,52.01',
        key: 'secret',
      },
      {
        path: '/reverse',
        lat: '52.5219',
        lon: '13.4132',
        format: 'jsonv2',
        addressdetails: '1',
        'accept-language': 'de',
        key: 'secret',
      },
    ],
    [
      'photon',
      {
        path: '/api/',
        q: 'Alexanderplatz 1',
        limit: '3',
        lang: 'de',
        lat: '52.51',
        lon: '13.41',
        key: 'secret',
      },
      { path: '/reverse', lat: '52.5219', lon: '13.4132', limit: '1', lang: 'de', key: 'secret' },
    ],
    [
      'pelias',
      {
        path: '/v1/search',
        text: 'Alexanderplatz 1',
        size: '3',
        lang: 'de',
        'focus.point.lat': '52.51',
        'focus.point.lon': '13.41',
        api_key: 'secret',
      },
      {
        path: '/v1/reverse',
        'point.lat': '52.5219',
        'point.lon': '13.4132',
        size: '1',
        lang: 'de',
        api_key: 'secret',
      },
    ],
  ] as const)('to %s have the documented parameters', async (kind, searched, reversed) => {
    const geocoder = geocoderOf(kind, { apiKey: 'secret' });
    await geocoder.search('Alexanderplatz 1', search);
    expect(await newest()).toEqual(searched);
    await geocoder.reverse(alexanderplatz, { language: 'de', limit: 1 });
    expect(await newest()).toEqual(reversed);
    expect((await requests()).at(-1)?.userAgent).toBe('verification-gateway (test)');
  });

  it('to Photon use local names for languages that it lacks', async () => {
    await geocoderOf('photon').search('Alexanderplatz', { ...options, language: 'pt-BR' });
    expect(await newest()).toMatchObject({ lang: 'default' });
  });

  it('to Nominatim are a second apart, and rejected while another one waits', async () => {
    const geocoder = geocoderOf('nominatim');
    const start = performance.now();
    await geocoder.search('One', options);
    const second = geocoder.search('Two', options);
    await expect(geocoder.search('Three', options)).rejects.toThrow('waiting');
    await second;
    expect(performance.now() - start).toBeGreaterThanOrEqual(1_000);
  });
});

describe('the recorded answers', () => {
  it.each(kinds)('of %s are read, also if they are empty', async (kind) => {
    const geocoder = geocoderOf(kind);
    expect(await geocoder.search('Alexanderplatz 1', options)).toMatchObject([
      { kind: 'address', country: 'DE' },
      { kind: 'landmark' },
      {},
    ]);
    expect(await geocoderOf(kind).search('Nothing', options)).toEqual([]);
    expect(await geocoderOf(kind).reverse(alexanderplatz, options)).toMatchObject([
      { kind: 'address', country: 'DE' },
    ]);
    const sea = { latitude: 0, longitude: 0 };
    expect(await geocoderOf(kind).reverse(sea, options)).toEqual([]);
  });

  it('are cached by text, position and language, without the key', async () => {
    const geocoder = geocoderOf('photon', { apiKey: 'secret' });
    const before = (await requests()).length;
    const at = (latitude: number) => ({ ...options, near: { latitude, longitude: 13.4 } });
    await geocoder.search('Cached', at(52.52));
    await geocoder.search('Cached', at(52.5201));
    expect((await requests()).length - before).toBe(1);
    await geocoder.search('Cached', { ...at(52.52), language: 'de' });
    expect((await requests()).length - before).toBe(2);
  });
});

describe.each(kinds)('the places of %s', (kind) => {
  const places = () =>
    createPlaces({
      embedded: createEmbeddedGeocoder(),
      geocoder: geocoderOf(kind, { timeoutMilliseconds: 500 }),
      openShortLink: rejectShortLink,
      log,
    });

  it.each([
    'Slow',
    'Down',
    'Broken',
    'Limited',
    'Forbidden',
    'Html',
    'Garbage',
    'Huge',
    'Moved',
    'Nothing',
  ])('are the embedded ones if it answers like this: %s', async (failure) => {
    const found = await places().search(`${failure}, Alexandria`, options);
    expect(found.places.length).toBeGreaterThan(0);
    expect(found.places.every(({ source }) => source === 'geonames')).toBe(true);
    expect(found.attribution).toMatchObject([{ text: expect.stringContaining('GeoNames') }]);
  });

  it('are the embedded ones without a request for some time after a failure', async () => {
    const both = places();
    await both.search('Limited, Alexandria', options);
    const before = (await requests()).length;
    const found = await both.search('Alexandria', options);
    expect(found.places[0]).toMatchObject({ label: 'Alexandria, Egypt', source: 'geonames' });
    expect((await requests()).length).toBe(before);
  });
});

describe.each(kinds)('an app with %s', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ GEOCODER: kind, GEOCODER_URL: host });
  });
  afterAll(() => app.stop());

  it.each(apis)('$name returns its addresses, with their attribution', async (api) => {
    const input = { text: 'Alexanderplatz 1', near: '52.5219,13.4132', limit: 3 };
    const { body } = await api.call(app, 'searchPlaces', { input });
    expect(body.places).toHaveLength(3);
    expect(body.places[0]).toMatchObject({
      label: expect.stringContaining('Alexanderplatz'),
      kind: 'address',
      country: 'DE',
      time_zone: 'Europe/Berlin',
      distance_m: 8,
      source: kind,
    });
    // An answer without a country is completed.
    expect(body.places.map(({ country }: { country: string }) => country)).toEqual([
      'DE',
      'DE',
      'DE',
    ]);
    expect(body.attribution).toMatchObject([{ text: expect.stringContaining('OpenStreetMap') }]);
  });

  it.each(apis)('$name describes a position by its address', async (api) => {
    const { body } = await api.call(app, 'describePlace', { input: alexanderplatz });
    expect(body.places.slice(0, 3)).toMatchObject([
      {
        ...alexanderplatz,
        kind: 'position',
        label: expect.stringMatching(/^(1, )?Alex/),
        source: kind,
      },
      { kind: 'address', distance_m: 8, source: kind },
      { kind: 'city', label: 'Berlin, Germany', source: 'geonames' },
    ]);
    expect(body.attribution).toMatchObject([
      { text: expect.stringContaining('OpenStreetMap') },
      { text: expect.stringContaining('GeoNames') },
    ]);
  });
});
