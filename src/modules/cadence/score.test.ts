import { expect, it } from 'vitest';
import { scoreOf } from './score.js';

const evidence = (validated: number, rejected: number) => ({
  evidence_validated: validated,
  evidence_rejected: rejected,
});

it.each([
  ['nothing', [], 50, false],
  ['days without figures', [{ on_time_rate: null, jobs_submitted: 0, rating_count: 0 }], 50, false],
  [
    'the best figures',
    [
      {
        on_time_rate: 1,
        jobs_submitted: 2,
        ...evidence(3, 0),
        jobs_completed: 2,
        jobs_disputed: 0,
        rating_average: 5,
        rating_count: 1,
      },
    ],
    100,
    true,
  ],
  [
    'the worst figures',
    [
      {
        on_time_rate: 0,
        jobs_submitted: 2,
        ...evidence(0, 3),
        jobs_completed: 2,
        jobs_disputed: 2,
        rating_average: 0,
        rating_count: 1,
      },
    ],
    0,
    true,
  ],
  // 40 × 0.5 + 25 × 0.8 + 20 × 0.75 + 15 × 4 / 5
  [
    'each part by its weight',
    [
      {
        on_time_rate: 0.5,
        jobs_submitted: 4,
        ...evidence(8, 2),
        jobs_completed: 4,
        jobs_disputed: 1,
        rating_average: 4,
        rating_count: 3,
      },
    ],
    67,
    true,
  ],
  // 25 × 0.6 and 15 × 0.5, of 40 points
  [
    'unknown parts by distributing their weight among the others',
    [{ ...evidence(6, 4), on_time_rate: null, rating_average: 2.5, rating_count: 1 }],
    56.25,
    true,
  ],
  [
    'days weighted by their volume',
    [
      { on_time_rate: 1, jobs_submitted: 3 },
      { on_time_rate: 0, jobs_submitted: 1 },
      { on_time_rate: null, jobs_submitted: 0 },
    ],
    75,
    true,
  ],
  [
    'more disputes than completions as zero undisputed results',
    [{ jobs_completed: 1, jobs_disputed: 3 }],
    0,
    true,
  ],
])('scores %s', (_name, days, score, hasData) => {
  expect(scoreOf(days)).toEqual({ score, hasData });
});
