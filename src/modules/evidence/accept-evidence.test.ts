import { describe, expect, test } from 'vitest';
import { type Job, jobStatus, type Step } from '../job/job.js';
import { isShown } from '../job/steps.js';
import { chooseStep, findRepeat, requireAcceptingState, requireRoom } from './accept-evidence.js';
import type { EvidenceItem } from './evidence.js';

const step = (stepName: string, status: Step['status'], required = true) =>
  ({ stepName, status, required }) as Step;
const jobOf = (fields: Partial<Job>) =>
  ({ steps: [], evidence: [], setBackAt: null, ...fields }) as unknown as Job;
const code = (expected: string) => expect.objectContaining({ code: expected });

describe('which step evidence is for', () => {
  test.each<[string | null, Step[], string]>([
    [null, [step('a', 'pending'), step('b', 'pending')], 'a'],
    [null, [step('a', 'passed'), step('b', 'pending')], 'b'],
    [null, [step('a', 'failed'), step('b', 'pending')], 'a'],
    [null, [step('a', 'pending', false), step('b', 'pending')], 'b'],
    [null, [step('a', 'pending', false), step('b', 'passed')], 'a'],
    [null, [step('a', 'skipped'), step('b', 'pending')], 'b'],
    [null, [step('a', 'passed'), step('b', 'passed')], 'a'],
    ['b', [step('a', 'pending'), step('b', 'passed')], 'b'],
  ])('named %s: case %#', (named, steps, expected) => {
    expect(chooseStep(jobOf({ steps }), named).stepName).toBe(expected);
  });

  test('a name that the job lacks is refused', () => {
    expect(() => chooseStep(jobOf({ steps: [step('a', 'pending')] }), 'b')).toThrow(
      code('step_not_found'),
    );
  });

  test('a job is shown when every required step has passed or was skipped', () => {
    expect(isShown([step('a', 'passed'), step('b', 'skipped'), step('c', 'pending', false)])).toBe(
      true,
    );
    expect(isShown([step('a', 'passed'), step('b', 'failed')])).toBe(false);
  });
});

test.each(jobStatus.options)('evidence for a job that is %s', (status) => {
  const accepts = (source: EvidenceItem['source']) => {
    try {
      requireAcceptingState(jobOf({ status }), source);
      return true;
    } catch (error) {
      expect(error).toEqual(code('invalid_transition'));
      return false;
    }
  };
  const working = ['assigned', 'in_progress', 'submitted'].includes(status);
  expect(accepts('provider')).toBe(working);
  expect(accepts('self_service')).toBe(working);
  expect(accepts('integrator')).toBe(working || status === 'open');
});

describe('limits', () => {
  const setBackAt = new Date('2026-03-01T12:00:00Z');
  const items = (count: number, fields: Partial<EvidenceItem> = {}) =>
    Array.from(
      { length: count },
      () =>
        ({
          stepName: 'other',
          validationPassed: false,
          receivedAt: new Date('2026-03-01T13:00:00Z'),
          ...fields,
        }) as EvidenceItem,
    );
  const earlier = { receivedAt: new Date('2026-03-01T11:00:00Z') };
  const passing = { stepName: 'a', validationPassed: true };

  test.each<[string, EvidenceItem[], Date | null, boolean]>([
    ['29 stored', items(29), null, true],
    ['30 stored', items(30), null, false],
    ['30 stored before it was set back', items(30, earlier), setBackAt, true],
    [
      '30 before and 29 after it was set back',
      [...items(30, earlier), ...items(29)],
      setBackAt,
      true,
    ],
    [
      '30 before and 30 after it was set back',
      [...items(30, earlier), ...items(30)],
      setBackAt,
      false,
    ],
    ['119 before it was set back', items(119, earlier), setBackAt, true],
    ['120 before it was set back', items(120, earlier), setBackAt, false],
    ['5 passing for the step', items(5, passing), null, true],
    ['6 passing for the step', items(6, passing), null, false],
    ['6 failing for the step', items(6, { stepName: 'a' }), null, true],
    ['6 passing for another step', items(6, { validationPassed: true }), null, true],
    ['6 passing before it was set back', items(6, { ...passing, ...earlier }), setBackAt, true],
  ])('%s', (_, evidence, since, room) => {
    const look = () => requireRoom(jobOf({ evidence, setBackAt: since }), step('a', 'pending'));
    if (room) expect(look).not.toThrow();
    else expect(look).toThrow(code('evidence_limit'));
  });
});

test('a repeat has the same bytes, the same capture time and, where one is named, the same step', () => {
  const capturedAt = new Date('2026-03-01T12:00:00Z');
  const item = { mediaSha256: 'aa', capturedAt, stepName: 'a' } as EvidenceItem;
  const job = jobOf({ evidence: [item] });
  const same = { mediaSha256: 'aa', capturedAt: new Date(capturedAt), stepName: null };
  expect(findRepeat(job, same)).toBe(item);
  expect(findRepeat(job, { ...same, stepName: 'a' })).toBe(item);
  expect(findRepeat(job, { ...same, stepName: 'b' })).toBeUndefined();
  expect(findRepeat(job, { ...same, mediaSha256: 'bb' })).toBeUndefined();
  expect(findRepeat(job, { ...same, capturedAt: new Date(0) })).toBeUndefined();
});
