import { describe, expect, it, test } from 'vitest';
import { VariantStats, wilsonInterval } from './variant-stats.js';

// Newcombe, Statistics in Medicine 17 (1998) 857, table I, method 3 (score, without correction).
test.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
  [29, 29, 0.883, 1],
  [50, 100, 0.4038, 0.5962],
])('the Wilson interval of %i in %i is %f to %f', (succeeded, trials, low, high) => {
  expect(wilsonInterval(succeeded, trials)).toEqual([low, high]);
});

describe('what is measured of a variant', () => {
  it('is nothing, and no division by 0, without an exposure', () => {
    expect(new VariantStats('control', ['hours']).result()).toEqual({
      variant: 'control',
      exposures: 0,
      succeeded: 0,
      successRate: null,
      interval: null,
      meanLatencyMs: null,
      metrics: { hours: { n: 0, mean: null } },
    });
  });

  it('is a share with its interval, and means over what was reported', () => {
    const stats = new VariantStats('control', ['hours', 'share', 'silent']);
    const reported = { hours: { sum: 3, n: 1 }, share: { sum: 1, n: 3 }, other: { sum: 9, n: 1 } };
    stats.add({ succeeded: true, latencyMs: 100, metrics: reported });
    stats.add({ succeeded: false, latencyMs: null, metrics: { hours: { sum: 4, n: 1 } } });
    stats.add({ succeeded: true, latencyMs: 201, metrics: { share: { sum: 2, n: 2 } } });
    expect(stats.result()).toEqual({
      variant: 'control',
      exposures: 3,
      succeeded: 2,
      successRate: 0.6667,
      interval: [0.2077, 0.9385],
      meanLatencyMs: 150.5,
      metrics: {
        hours: { n: 2, mean: 3.5 },
        share: { n: 5, mean: 0.6 },
        silent: { n: 0, mean: null },
      },
    });
  });
});
