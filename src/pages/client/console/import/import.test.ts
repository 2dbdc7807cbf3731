import { describe, expect, it } from 'vitest';
import { csvOf } from '../../../../lib/csv.js';
import { checkRow, type Plan } from './check-row.js';
import { guessedUses, repeatedUses } from './columns.js';
import { decodedText, parseCsv, rowsMax } from './csv-file.js';
import { batchesOf, withNonces } from './send-rows.js';

const parsed = (text: string) => {
  const file = parseCsv('jobs.csv', text);
  if (typeof file !== 'object' || !('columns' in file)) throw new Error(JSON.stringify(file));
  return file;
};

describe('a CSV file', () => {
  it.each([
    ['commas', 'shop,notes\n0042,"a, ""b"""\n'],
    ['semicolons', 'shop;notes\r\n0042;"a, ""b"""\r\n'],
    ['tabs', 'shop\tnotes\n0042\t"a, ""b"""'],
    ['a byte order mark and blank rows', '\ufeffshop,notes,\n\n0042,"a, ""b""",\n,,\n'],
  ])('is read with %s', (_, text) => {
    const { columns, rows } = parsed(text);
    expect(columns).toEqual(['shop', 'notes']);
    expect(rows.map(({ cells }) => cells)).toEqual([['0042', 'a, "b"']]);
  });

  it('keeps the numbers of its rows, and names rows that cannot be read', () => {
    const { rows } = parsed('a,b\n1,2\n\n3\n4,5,6\n7,"8\n');
    expect(rows).toEqual([
      { number: 2, cells: ['1', '2'], fault: null },
      { number: 4, cells: ['3', ''], fault: null },
      { number: 5, cells: ['4', '5'], fault: 'cells' },
      { number: 6, cells: ['7', '8'], fault: 'quote' },
    ]);
  });

  it('is read as it was written for a spreadsheet', () => {
    const written = [
      ['a', 'b'],
      ['=1+1', '-73.9857'],
    ];
    const { columns, rows } = parsed(csvOf(written));
    expect([columns, ...rows.map(({ cells }) => cells)]).toEqual(written);
  });

  it('is limited to a number of rows', () => {
    const rows = (count: number) => `a\n${'1\n'.repeat(count)}`;
    expect(parsed(rows(rowsMax)).rows.length).toBe(rowsMax);
    expect(parseCsv('jobs.csv', rows(rowsMax + 1))).toEqual({ rows: rowsMax + 1 });
    expect(parseCsv('jobs.csv', 'a,b\n')).toBe('empty');
    expect(parseCsv('jobs.csv', '')).toBe('empty');
  });

  it.each([
    ['UTF-8', [0x53, 0xc3, 0xbc, 0x64]],
    ['Windows-1252', [0x53, 0xfc, 0x64]],
    ['UTF-16', [0xff, 0xfe, 0x53, 0, 0xfc, 0, 0x64, 0]],
  ])('is decoded from %s', (_, bytes) => {
    expect(decodedText(new Uint8Array(bytes))).toBe('Süd');
  });
});

describe('the uses of columns', () => {
  it('are guessed from their names', () => {
    const names = [
      ['Service', 'service_key'],
      ['Straße', 'address'],
      ['PLZ', 'postal_code'],
      ['Ort', 'city'],
      ['Lat.', 'latitude'],
      ['LÄNGE', 'longitude'],
      ['Shop no.', 'metadata'],
      ['metadata[region]', 'metadata'],
      ['manager phone', null],
      ['lat', null],
      ['status', null],
    ] as const;
    const uses = guessedUses(names.map(([name]) => name));
    expect(uses.map(({ target }) => target)).toEqual(names.map(([, target]) => target));
    expect([uses[6]?.key, uses[7]?.key]).toEqual(['Shop_no.', 'region']);
  });

  it('are rejected if two columns state the same', () => {
    const use = (target: 'latitude' | 'metadata' | 'reference_photos', key: string) => ({
      target,
      key,
    });
    const uses = [use('latitude', 'a'), use('metadata', 'b'), use('reference_photos', 'c')];
    expect(repeatedUses([...uses, use('metadata', 'd'), use('reference_photos', 'e')])).toEqual([]);
    expect(repeatedUses([...uses, use('metadata', 'b'), use('latitude', 'e')]).length).toBe(2);
  });
});

const plan = (columns: readonly string[]): Plan => ({
  uses: guessedUses(columns),
  defaults: { service_key: '', objective: 'Is the shop open?', notes: 'Go inside.' },
  autoOpen: true,
  services: [['storefront_open', 'Storefront check']],
  bounds: {
    lengths: { objective: { min: 3, max: 20 }, address: { min: 3, max: 30 } },
    photos: 1,
    metadataKeys: 2,
    metadataValue: 5,
  },
});
const columns = ['service', 'objective', 'address', 'city', 'lat', 'lon', 'photo', 'image', 'shop'];
const check = (...cells: string[]) => checkRow({ number: 2, cells, fault: null }, plan(columns));

describe('a row', () => {
  it('becomes a job', () => {
    const cells = [
      'Storefront Check',
      '',
      'Street 1',
      'Berlin',
      '52,5219',
      '73.99° W',
      'u',
      '',
      '0042',
    ];
    expect(check(...cells)).toEqual({
      issues: {},
      body: {
        service_key: 'storefront_open',
        objective: 'Is the shop open?',
        address: 'Street 1, Berlin',
        reference_photos: ['u'],
        latitude: 52.5219,
        longitude: -73.99,
        notes: 'Go inside.',
        auto_open: true,
        metadata: { shop: '0042' },
      },
    });
  });

  it.each([
    ['an unknown service', ['shop_open', '', 'Street', '', '1', '2'], ['service_key']],
    ['a text that is too short', ['', 'x', 'S', '', '1', '2'], ['objective', 'address']],
    ['a text that is too long', ['', 'x'.repeat(21), 'Street', '', '1', '2'], ['objective']],
    ['no address', ['', '', '', '', '1', '2'], ['address']],
    ['no number', ['', '', 'Street', '', 'north', ''], ['latitude', 'longitude']],
    ['a position off the Earth', ['', '', 'Street', '', '90.1', '-181'], ['latitude', 'longitude']],
    ['too many photos', ['', '', 'Street', '', '1', '2', 'a', 'b'], ['reference_photos']],
    ['long metadata', ['', '', 'Street', '', '1', '2', '', '', '123456'], ['metadata[shop]']],
  ])('with %s has errors', (_, cells, members) => {
    expect(Object.keys(check(...cells).issues)).toEqual(members);
  });

  it('can state its position in one column', () => {
    const row = (cell: string) =>
      checkRow({ number: 2, cells: ['Street', cell], fault: null }, plan(['address', 'GPS']));
    expect(row('52.5219, 13.4132').body).toMatchObject({ latitude: 52.5219, longitude: 13.4132 });
    expect(Object.keys(row('here').issues)).toEqual(['latitude', 'longitude']);
  });
});

describe('rows to send', () => {
  it('have nonces of their content', async () => {
    const rows = [{ a: 1 }, { a: 2 }, { a: 1 }, { nonce: 'own-nonce' }];
    const numbered = rows.map((body, number) => ({ number, body }));
    const nonces = (await withNonces(numbered, '')).map(({ body }) => body.nonce);
    expect(nonces[0]).toMatch(/^import-[0-9a-f]{64}$/);
    expect([nonces[2], nonces[3]]).toEqual([nonces[0], 'own-nonce']);
    expect(nonces[1]).not.toBe(nonces[0]);
    expect((await withNonces(numbered, 'November'))[0]?.body.nonce).not.toBe(nonces[0]);
  });

  it('are split into batches by number and size', () => {
    const rows = (count: number, notes: string) =>
      Array.from({ length: count }, (_, number) => ({ number, body: { notes } }));
    const sizes = (count: number, notes: string) =>
      batchesOf(rows(count, notes)).map(({ length }) => length);
    expect(sizes(201, 'short')).toEqual([100, 100, 1]);
    expect(sizes(100, 'é'.repeat(2000))).toEqual([51, 49]);
  });
});
