import { describe, expect, it } from 'vitest';
import { filterOf, metadataOf, searchOf, stateOf } from './filter.js';
import { filledBuckets } from './points.js';

describe('the URL of the overview', () => {
  const search =
    'status=open%2Ccompleted&service_key=storefront_open&market_city_key=berlin&from=2026-03-28&to=2026-03-29&metadata=shop%3D0042&q=caf%C3%A9&overdue=true&bucket=month&columns=objective%2Cmetadata.shop';

  it('states the whole view', () => {
    const state = stateOf(search);
    expect(searchOf(state)).toBe(search);
    expect(state).toMatchObject({ bucket: 'MONTH', columns: ['objective', 'metadata.shop'] });
    expect(filterOf(state)).toEqual({
      statuses: ['OPEN', 'COMPLETED'],
      serviceKey: 'storefront_open',
      marketCityKey: 'berlin',
      createdAfter: new Date(2026, 2, 28).toISOString(),
      createdBefore: new Date(2026, 2, 30).toISOString(),
      metadata: { shop: '0042' },
      q: 'café',
      overdue: true,
    });
  });

  it('is short for the usual view, and ignores what it does not know', () => {
    expect(searchOf(stateOf(''))).toBe('');
    expect(filterOf(stateOf(''))).toEqual({});
    const state = stateOf('status=open,lost&from=yesterday&bucket=year&overdue=1');
    expect(searchOf(state)).toBe('status=open');
  });
});

it.each([
  ['shop=0042', { shop: '0042' }],
  [' shop = 0042 , region=a=b,', { shop: '0042', region: 'a=b' }],
  ['shop=', { shop: '' }],
  ['', {}],
  ['0042', null],
  ['=0042', null],
])('reads the metadata %j', (typed, metadata) => {
  expect(metadataOf(typed)).toEqual(metadata);
});

describe('the buckets of a chart', () => {
  it.each([
    ['DAY', ['2026-02-27', '2026-03-01'], ['2026-02-27', '2026-02-28', '2026-03-01']],
    ['WEEK', ['2026-03-30', '2026-03-16'], ['2026-03-16', '2026-03-23', '2026-03-30']],
    ['MONTH', ['2025-12-01', '2026-02-01'], ['2025-12-01', '2026-01-01', '2026-02-01']],
  ] as const)('include those without jobs, by %s', (size, given, buckets) => {
    expect(filledBuckets(given, size)).toEqual(buckets);
  });

  it('are only the given ones if there would be too many', () => {
    const given = ['2000-01-01', '2026-01-01'];
    expect(filledBuckets(given, 'DAY')).toEqual(given);
    expect(filledBuckets([], 'DAY')).toEqual([]);
  });
});
