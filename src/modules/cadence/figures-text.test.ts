import { expect, it } from 'vitest';
import { figuresText } from './figures-text.js';

it('lists the figures of a day and omits unknown ones', () => {
  expect(figuresText('2026-01-29', {})).toBe(
    'Jobs on 2026-01-29: 0 opened, 0 submitted, 0 completed, 0 disputed.',
  );
  const figures = {
    jobs_opened: 4,
    jobs_submitted: 3,
    jobs_completed: 2,
    jobs_disputed: 1,
    on_time_rate: 0.6667,
    evidence_validated: 5,
    evidence_rejected: 1,
    rating_count: 1,
    rating_average: 4.5,
  };
  expect(figuresText('2026-01-29', figures)).toBe(
    'Jobs on 2026-01-29: 4 opened, 3 submitted, 2 completed, 1 disputed. ' +
      'Of those submitted, 66.7 % were on time. 5 of 6 evidence items passed. ' +
      'The average of 1 rating is 4.5 of 5.',
  );
});
