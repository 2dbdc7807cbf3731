import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ratePolicies } from '../../src/limits.js';
import { apis } from '../support/apis.js';
import { jobBody, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const geonames = { text: 'Places: GeoNames, CC BY 4.0', url: 'https://www.geonames.org/' };

describe.each(apis)('searchPlaces over $name', (api) => {
  const search = (input: Record<string, unknown>) => api.call(app, 'searchPlaces', { input });

  it('finds places by the start of their name, the best first, with their attribution', async () => {
    const { body } = await search({ text: 'alexand', limit: 2 });
    expect(body).toEqual({
      places: [
        {
          label: 'Alexandria, Egypt',
          latitude: 31.20176,
          longitude: 29.91582,
          kind: 'city',
          country: 'EG',
          time_zone: 'Africa/Cairo',
          distance_m: null,
          source: 'geonames',
        },
        expect.objectContaining({ label: 'Alexandria, Virginia, United States' }),
      ],
      attribution: [geonames],
    });
  });

  it('returns five places by default, and at most ten', async () => {
    expect((await search({ text: 'san' })).body.places).toHaveLength(5);
    expect((await search({ text: 'san', limit: 10 })).body.places).toHaveLength(10);
  });

  it('prefers places near a position, and states the distance', async () => {
    const { body } = await search({ text: 'springfield', near: '42.36,-71.06', limit: 1 });
    expect(body.places).toMatchObject([
      { label: 'Springfield, Massachusetts, United States', time_zone: 'America/New_York' },
    ]);
    expect(body.places[0].distance_m).toBeGreaterThan(120_000);
    expect(body.places[0].distance_m).toBeLessThan(140_000);
  });

  it('labels countries in the requested language', async () => {
    const { body } = await search({ text: 'München', language: 'de', limit: 1 });
    expect(body.places).toMatchObject([{ label: 'Munich, Bavaria, Deutschland', kind: 'city' }]);
  });

  it.each([
    ['coordinates', '52.5219, 13.4132', 'Near Berlin, Germany', 'geonames'],
    ['a plus code', '9F4MGCC7+Q7', 'Near Berlin, Germany', 'geonames'],
    ['a short plus code with a town', 'GCC7+Q7 Berlin', 'Near Berlin, Germany', 'geonames'],
    ['a geo URI', 'geo:52.5219,13.4132?z=17', 'Near Berlin, Germany', 'geonames'],
    [
      'a link with a name',
      'https://www.google.com/maps/place/Alexanderplatz/@52.5219,13.4132,17z',
      'Alexanderplatz',
      'input',
    ],
    [
      'a link with an unknown name and a map',
      'https://www.bing.com/maps?where1=Xyzzyq&cp=52.5219~13.4132',
      'Xyzzyq',
      'input',
    ],
  ])('returns the position of %s', async (_form, text, label, source) => {
    const { body } = await search({ text, near: '52.5,13.4', language: 'en' });
    expect(body.places).toEqual([
      {
        label,
        latitude: expect.closeTo(52.5219, 3),
        longitude: expect.closeTo(13.4132, 3),
        kind: 'position',
        country: 'DE',
        time_zone: 'Europe/Berlin',
        distance_m: expect.any(Number),
        source,
      },
    ]);
    expect(body.attribution).toEqual(source === 'geonames' ? [geonames] : []);
  });

  it('completes a short plus code near the caller', async () => {
    const { body } = await search({ text: 'GCC7+Q7', near: '52.4,13.1' });
    expect(body.places).toMatchObject([{ latitude: expect.closeTo(52.5219, 3) }]);
  });

  it.each(['Xyzzyq', 'GCC7+Q7 Xyzzyq', '99999'])(
    'returns an empty list if nothing is found: %s',
    async (text) => {
      const { body } = await search({ text });
      expect(body).toEqual({ places: [], attribution: [] });
    },
  );

  it.each([
    ['a latitude out of range', { text: '95, 200' }],
    ['what3words', { text: '///filled.count.soap' }],
    ['a link of another site', { text: 'https://example.com/there' }],
    ['a short plus code without a town', { text: 'GCC7+Q7' }],
    ['an empty text', { text: '' }],
    ['a text that is too long', { text: 'a'.repeat(2_001) }],
    ['an invalid position', { text: 'Berlin', near: 'Berlin' }],
    ['a position outside Earth', { text: 'Berlin', near: '139.7,35.7' }],
    ['an invalid language', { text: 'Berlin', language: 'German' }],
    ['no place', { text: 'Berlin', limit: 0 }],
    ['more than ten places', { text: 'Berlin', limit: 11 }],
  ])('rejects %s', async (_, input) => {
    const { code, body } = await search(input);
    expect(code).toBe('invalid_input');
    expect(body).toBeUndefined();
  });
});

describe.each(apis)('describePlace over $name', (api) => {
  const ask = (input: Record<string, unknown>) => api.call(app, 'describePlace', { input });

  it('returns the position, and the places near it by distance', async () => {
    const { body } = await ask({ latitude: 47.6603, longitude: 9.1758, language: 'de' });
    const [described, ...nearby] = body.places;
    expect(described).toEqual({
      label: 'In der Nähe von Konstanz, Baden-Wurttemberg, Deutschland',
      latitude: 47.6603,
      longitude: 9.1758,
      kind: 'position',
      country: 'DE',
      time_zone: 'Europe/Berlin',
      distance_m: 0,
      source: 'geonames',
    });
    expect(nearby.map((place: { country: string }) => place.country)).toContain('CH');
    const distances = nearby.map((place: { distance_m: number }) => place.distance_m);
    expect(distances).toEqual([...distances].sort((a, b) => a - b));
    expect(body.attribution).toEqual([geonames]);
  });

  it('describes the high seas by their coordinates', async () => {
    const { body } = await ask({ latitude: 30, longitude: -150 });
    expect(body).toEqual({
      places: [
        {
          label: '30.00000, -150.00000',
          latitude: 30,
          longitude: -150,
          kind: 'position',
          country: null,
          time_zone: 'Etc/GMT+10',
          distance_m: 0,
          source: 'input',
        },
      ],
      attribution: [],
    });
  });

  it.each([
    ['no longitude', { latitude: 52.5 }],
    ['a latitude beyond the pole', { latitude: 90.1, longitude: 0 }],
    ['an invalid language', { latitude: 0, longitude: 0, language: '' }],
  ])('rejects %s', async (_, input) => {
    const { code } = await ask(input);
    expect(['invalid_input', 'graphql_validation_failed']).toContain(code);
  });
});

describe('GET /v1/public/places', () => {
  it('names the field and the next step in a 422', async () => {
    const { status, body } = await app.rest('GET', '/v1/public/places?text=95%2C%20200', {
      key: null,
    });
    expect(status).toBe(422);
    expect(body.detail).toMatchObject([
      { loc: ['query', 'text'], msg: expect.stringContaining('Enter the latitude first') },
    ]);
  });

  it('names the field of an error that only the search finds', async () => {
    const { status, body } = await app.rest('GET', '/v1/public/places?text=GCC7%2BQ7');
    expect(status).toBe(422);
    expect(body.detail).toMatchObject([
      { loc: ['query', 'text'], msg: expect.stringContaining('Add its town') },
    ]);
  });

  it('lets the client reuse an answer for some minutes', async () => {
    const { headers } = await app.rest('GET', '/v1/public/places?text=berlin', { key: null });
    expect(headers.get('cache-control')).toBe('private, max-age=300');
  });

  it('sends no request to another machine', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch');
    const { Socket } = await import('node:net');
    const connected = vi.spyOn(Socket.prototype, 'connect');
    try {
      for (const path of ['places?text=berlin', 'places/at?latitude=52.5&longitude=13.4']) {
        expect((await app.rest('GET', `/v1/public/${path}`, { key: null })).status).toBe(200);
      }
      // A job far from its address.
      const body = jobBody({
        address: 'Alexanderplatz 1, 10178 Berlin',
        latitude: 48,
        longitude: 2,
      });
      const created = await app.rest('POST', '/v1/jobs', { body });
      await app.services.relay.drain();
      await app.services.followers.catchUp();
      const stored = await app.jobs.findOne({ _id: created.body.job_id });
      expect(stored?.warnings).toEqual([]);
      expect(fetched).not.toHaveBeenCalled();
      const targets = connected.mock.calls.flatMap(([options]) => [options].flat());
      // The store is at a socket file or, on another server, at this machine.
      const isOfStore = (target: unknown) => /"path"|127\.0\.0\.1/.test(JSON.stringify(target));
      expect(targets.filter((target) => target && !isOfStore(target))).toEqual([]);
    } finally {
      vi.restoreAllMocks();
    }
  });
});

describe('the limit of place searches', () => {
  let limited: TestApp;
  beforeAll(async () => {
    limited = await startTestApp({ RATE_LIMITS: 'on', TRUST_PROXY: '1' });
    limited.toNextHour();
  });
  afterAll(() => limited.stop());

  it('counts searches and descriptions of an address together', async () => {
    const get = (path: string, address: string) =>
      limited.rest('GET', `/v1/public/${path}`, {
        key: null,
        headers: { 'x-forwarded-for': address },
      });
    const { placeSearches } = ratePolicies;
    limited.services.rateLimiter?.count(placeSearches, '203.0.113.7', placeSearches.quota - 2);
    expect((await get('places?text=berlin', '203.0.113.7')).status).toBe(200);
    expect((await get('places/at?latitude=0&longitude=0', '203.0.113.7')).status).toBe(200);
    expect((await get('places?text=berlin', '203.0.113.7')).status).toBe(429);
    expect((await get('places?text=berlin', '203.0.113.8')).status).toBe(200);
  });
});
