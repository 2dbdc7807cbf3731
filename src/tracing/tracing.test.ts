import { expect, it } from 'vitest';
import { type SpanOptions, type Tracing, tracedMethods } from './tracing.js';

it('records calls of the methods that are named, and of no others', async () => {
  const reported: [string, SpanOptions][] = [];
  const tracing = {
    run: async (name: string, options: SpanOptions, work: () => unknown) => {
      reported.push([name, options]);
      return work();
    },
  } as unknown as Tracing;
  const provider = {
    name: 'provider',
    open: async (amount: number) => `opened ${amount}`,
    prepare: () => 'prepared',
  };
  const options: SpanOptions = { kind: 'client' };
  const traced = tracedMethods(tracing, provider, { open: ['open session', options] });
  expect(await traced.open(5)).toBe('opened 5');
  expect([traced.prepare(), traced.name]).toEqual(['prepared', 'provider']);
  expect(reported).toEqual([['open session', options]]);
});
