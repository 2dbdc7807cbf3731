import { describe, expect, it } from 'vitest';
import type { Feedback, FeedbackVerdict, Job, JobStatus } from './job.js';
import { openObjection, possibleVerdicts } from './objection.js';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 28, 12, minute));

const feedback = (
  minute: number,
  verdict: FeedbackVerdict | null,
  comment: string | null = null,
): Feedback => ({
  feedbackId: String(minute),
  rating: null,
  verdict,
  comment,
  stepNames: [],
  reportVersion: null,
  nonce: null,
  createdAt: at(minute),
});

const job = (
  status: JobStatus,
  given: Feedback[],
  { completed = 0, reported = 0 }: { completed?: number | null; reported?: number } = {},
) => ({
  status,
  feedback: given,
  completedAt: completed === null ? null : at(completed),
  reports: [{ generatedAt: at(reported) }] as Job['reports'],
});

describe('openObjection', () => {
  it('returns a dispute with the comments added to it, also by disputing again', () => {
    const given = [
      feedback(1, 'disputed', 'The wrong shop.'),
      feedback(2, null, 'I called them.'),
      feedback(3, null),
      feedback(4, 'disputed', 'Still the wrong shop.'),
    ];
    expect(openObjection(job('disputed', given))).toEqual({
      verdict: 'disputed',
      at: at(1),
      comments: ['The wrong shop.', 'I called them.', 'Still the wrong shop.'],
    });
  });

  it('returns the dispute after the last completion, not an earlier one', () => {
    const given = [feedback(1, 'disputed', 'Before.'), feedback(9, 'disputed', 'Now.')];
    const found = openObjection(job('disputed', given, { completed: 5 }));
    expect(found).toMatchObject({ at: at(9), comments: ['Now.'] });
  });

  it('returns a request for more photos until a report follows it', () => {
    const given = [feedback(3, 'needs_more', 'Show the sign.'), feedback(4, null, 'At night too.')];
    const found = {
      verdict: 'needs_more',
      at: at(3),
      comments: ['Show the sign.', 'At night too.'],
    };
    for (const status of ['open', 'assigned', 'in_progress', 'submitted'] as const) {
      expect(openObjection(job(status, given, { completed: null }))).toEqual(found);
      expect(openObjection(job(status, given, { completed: null, reported: 5 }))).toBeNull();
    }
    expect(openObjection(job('completed', given))).toBeNull();
    expect(openObjection(job('cancelled', given, { completed: null }))).toBeNull();
  });

  it('returns null for an accepted result, a comment and no feedback', () => {
    for (const given of [[feedback(1, 'accepted')], [feedback(1, null, 'Thanks.')], []]) {
      for (const status of ['completed', 'in_progress'] as const) {
        expect(openObjection(job(status, given))).toBeNull();
      }
    }
  });
});

it('possibleVerdicts has no verdict while a job has no result, and no second dispute', () => {
  expect(possibleVerdicts({ status: 'completed' })).toEqual(['accepted', 'needs_more', 'disputed']);
  expect(possibleVerdicts({ status: 'disputed' })).toEqual(['accepted', 'needs_more']);
  expect(possibleVerdicts({ status: 'in_progress' })).toEqual([]);
});
