import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createShortLinks } from '../../src/modules/place/short-links.js';
import { apis } from '../support/apis.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { startStandIn, stopStandIns } from './stand-in.js';

let host: string;
beforeAll(async () => {
  host = await startStandIn('./map-host.mjs');
});
afterAll(stopStandIns);

const shortLinks = (timeoutMilliseconds?: number) =>
  createShortLinks({
    ...(timeoutMilliseconds && { timeoutMilliseconds }),
    allowedHosts: [new URL(host).host],
    isShort: (url) => url.origin === host,
  });
const open = (path: string, timeoutMilliseconds?: number) =>
  shortLinks(timeoutMilliseconds)(new URL(path, host));
const requests = async () => (await (await fetch(`${host}/requests`)).json()) as string[];

describe('a short link', () => {
  const place = {
    kind: 'position',
    position: { latitude: 52.5219, longitude: 13.4132 },
    name: 'Alexanderplatz',
    middle: false,
  };

  it.each([
    ['with one redirect', '/place', place],
    ['with a relative redirect', '/relative', place],
    ['with four redirects', '/chain/3', place],
    ['with a page of consent between', '/consent', place],
    ['with an endless body', '/endless', place],
    [
      'to a name without a position',
      '/named',
      { kind: 'name', text: 'Alexandria, Egypt', near: null },
    ],
  ])('%s is read from its redirects', async (_form, path, input) => {
    expect(await open(path)).toEqual(input);
  });

  it.each([
    ['with five redirects', '/chain/4', /leads to no place/],
    ['to another site', '/elsewhere', /leads to no place/],
    ['to an internal address', '/internal', /leads to no place/],
    ['that redirects in a page', '/page', /leads to no place/],
    ['that does not exist', '/missing', /leads to no place/],
  ])('%s is rejected with the next step', async (_form, path, message) => {
    await expect(open(path)).rejects.toMatchObject({
      code: 'bad_user_input',
      message: expect.stringMatching(message),
    });
  });

  it('that never answers is rejected after some seconds', async () => {
    await expect(open('/silence', 100)).rejects.toThrow('cannot be opened');
  });

  it('requests no target that is not a short link', async () => {
    const before = (await requests()).length;
    await open('/relative');
    expect((await requests()).slice(before)).toEqual(['/relative', '/place']);
  });

  it('is requested once while its place is cached, and again after an error', async () => {
    const openAgain = shortLinks();
    const before = (await requests()).length;
    for (let time = 0; time < 2; time++) {
      await openAgain(new URL('/place', host));
      await expect(openAgain(new URL('/missing', host))).rejects.toThrow();
    }
    expect((await requests()).slice(before)).toEqual(['/place', '/missing', '/missing']);
  });

  it('is requested from public addresses only', async () => {
    const links = createShortLinks({
      lookup: (_host, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
    });
    await expect(links(new URL('https://maps.app.goo.gl/abc'))).rejects.toMatchObject({
      message: expect.stringContaining('cannot be opened'),
    });
  });

  it('is rejected while twenty others are open', async () => {
    const links = shortLinks(1_000);
    const waiting = Array.from({ length: 20 }, (_, index) =>
      links(new URL(`/silence-${index}`, host)).catch((error: Error) => error.message),
    );
    await expect(links(new URL('/place', host))).rejects.toThrow('Too many links');
    for (const message of await Promise.all(waiting)) expect(message).toMatch(/cannot be opened/);
    expect(await links(new URL('/place', host))).toEqual(place);
  });
});

describe('without short links', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ MAP_LINKS: 'off' });
  });
  afterAll(() => app.stop());

  it.each(apis)('$name rejects them without a request', async (api) => {
    const input = { text: 'https://maps.app.goo.gl/aBcDeF' };
    const { code } = await api.call(app, 'searchPlaces', { input });
    expect(code).toBe('invalid_input');
  });

  it('states the next step', async () => {
    const text = encodeURIComponent('https://maps.app.goo.gl/aBcDeF');
    const { status, body } = await app.rest('GET', `/v1/public/places?text=${text}`);
    expect(status).toBe(422);
    expect(body.detail[0]).toMatchObject({
      loc: ['query', 'text'],
      msg: expect.stringContaining('Open it in a browser'),
    });
  });
});
