import { beforeAll, describe, expect, it } from 'vitest';
import { stubEnglishPage } from '../../../../test/support/english-page.js';
import { clockAhead, minutesOff } from './clock.js';
import { fixForPhoto } from './fix.js';
import { readLink } from './link.js';
import type { StoredPhoto } from './photo.js';
import { type Fix, positionText, readCoordinate } from './position-text.js';
import { resultOf } from './result-text.js';
import { inOrder, isComplete, nextStep, type OnPhone, stepState } from './steps.js';
import { afterUpload, type Task, type TaskStep } from './task.js';

beforeAll(stubEnglishPage);

const step = (step_name: string, more: Partial<TaskStep> = {}): TaskStep => ({
  step_name,
  label: `Label of ${step_name}`,
  instructions: '',
  required: true,
  status: 'pending',
  evidence_ids: [],
  validation_errors: [],
  completed_at: null,
  ...more,
});

const task: Task = {
  job_id: 'job',
  job_status: 'assigned',
  objective: 'Is the shop open?',
  address: 'Alexanderplatz 1',
  latitude: 52.5219,
  longitude: 13.4132,
  notes: '',
  reference_photos: [],
  geofence: { pass_m: 150, warn_m: 500 },
  steps: [step('a'), step('b', { required: false }), step('c'), step('d', { required: false })],
  kind: 'capture',
  assignee_name: 'Ada',
  expires_at: '2026-11-23T10:00:00Z',
};

/** Replaces non-breaking spaces, as used in distances. */
const spaced = (text: string) => text.replaceAll('\u00a0', ' ');

/** Returns a position this many meters north of the address. */
const north = (metres: number, accuracy: number | null = 12): Fix => ({
  latitude: task.latitude + metres / 111_195.08,
  longitude: task.longitude,
  accuracy,
  at: 0,
});

describe('the link', () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const token = `${part({ alg: 'EdDSA' })}.${part({ sub: 'job-1' })}.${'x'.repeat(86)}`;

  it('names its job without a connection', () => {
    expect(readLink(`#${token}`)).toEqual({ token, jobId: 'job-1' });
  });

  it.each([
    '',
    '#',
    '#abc',
    `#${token.slice(0, -1)}`,
    `#${token.slice(0, 40)}`,
    `#a.b.${'x'.repeat(86)}`,
  ])('is not complete as %s', (fragment) => expect(readLink(fragment)).toBeNull());
});

describe('the steps', () => {
  const nothing: OnPhone = { waiting: [], sending: null, leftOut: [] };

  it('list the optional ones before the last required one', () => {
    const names = (steps: TaskStep[]) => steps.map((one) => one.step_name);
    expect(names(inOrder(task.steps))).toEqual(['a', 'b', 'd', 'c']);
    expect(names(inOrder([step('x', { required: false })]))).toEqual(['x']);
  });

  it.each([
    ['todo', step('a'), nothing],
    ['done', step('a', { status: 'passed' }), nothing],
    ['again', step('a', { validation_errors: ['geofence: far'] }), nothing],
    [
      'waiting',
      step('a', { validation_errors: ['geofence: far'] }),
      { ...nothing, waiting: ['a'] },
    ],
    ['sending', step('a'), { ...nothing, waiting: ['a'], sending: 'a' }],
    ['leftOut', step('a', { required: false }), { ...nothing, leftOut: ['a'] }],
    ['todo', step('a'), { ...nothing, leftOut: ['a'] }],
    ['leftOut', step('a', { status: 'skipped' }), nothing],
  ])('%s', (state, one, phone) => expect(stepState(one, phone)).toBe(state));

  it('follow each other until none is open', () => {
    const name = (phone: OnPhone, except?: string) => nextStep(task, phone, except)?.step_name;
    expect(name(nothing)).toBe('a');
    expect(name(nothing, 'a')).toBe('b');
    expect(name({ ...nothing, waiting: ['a'], leftOut: ['b', 'd'] })).toBe('c');
    expect(name({ ...nothing, waiting: ['a', 'c'], leftOut: ['b', 'd'] })).toBeUndefined();
  });

  it('are complete once every required one has passed', () => {
    const answer = (step_name: string, passed: boolean) => ({
      job_id: 'job',
      step_name,
      validation_passed: passed,
      validation_errors: passed ? [] : ['geofence: far'],
      job_status: 'in_progress' as const,
    });
    const half = afterUpload(afterUpload(task, answer('a', true)), answer('c', false));
    expect(isComplete(half)).toBe(false);
    expect(half.steps[2]!.validation_errors).toEqual(['geofence: far']);
    expect(isComplete(afterUpload(half, answer('c', true)))).toBe(true);
    expect(afterUpload(half, answer('a', false)).steps[0]!.status).toBe('passed');
  });
});

describe('the position', () => {
  it.each([
    [12, 'pass', 'You are at the address: 12 m away, accurate to 12 m.'],
    [162.04, 'pass', 'You are at the address: 162 m away, accurate to 12 m.'],
    [162.06, 'warn', /^You are 162 m from the address. Photos from here count, but/],
    [430, 'warn', /^You are 430 m from the address./],
    [512.06, 'fail', /^You are 512 m from the address. Photos from here do not count/],
    [1234, 'fail', /^You are 1.2 km from/],
    [340_000, 'fail', /^You are 340 km from/],
  ])('at %f m is %s', (metres, level, text) => {
    const message = positionText(task, north(metres));
    expect(message.level).toBe(level);
    expect(spaced(message.text)).toEqual(
      typeof text === 'string' ? text : expect.stringMatching(text),
    );
  });

  it.each([
    [160, 12, 'pass', /^You are at the address: 160 m away, accurate to 12 m/],
    [249, 100, 'pass', /^You are at the address/],
    [
      300,
      500,
      'warn',
      /^Your phone reports a position 300 m from the address, accurate only to 500 m/,
    ],
    [
      900,
      800,
      'warn',
      /^Your phone reports a position 900 m from the address, accurate only to 800 m/,
    ],
    [300, 120, 'warn', /^You are 300 m from the address. Photos from here count/],
    [590, 100, 'warn', /^You are 590 m from the address. Photos from here count/],
    [610, 100, 'fail', /Photos from here do not count/],
    [2000, 500, 'fail', /Photos from here do not count/],
  ])('at %d m, accurate to %d m, is %s', (metres, accuracy, level, text) => {
    const message = positionText(task, north(metres, accuracy));
    expect(message.level).toBe(level);
    expect(spaced(message.text)).toMatch(text);
  });

  it('says that it is vague beyond 100 m', () => {
    const vague =
      'Your position is only accurate to 101 m. Go outside, or turn on precise location.';
    expect(spaced(positionText(task, north(0, 101)).text)).toContain(` ${vague}`);
    expect(positionText(task, north(0, 100)).text).not.toContain('only accurate');
  });

  it('has no distance for a task without a possible position', () => {
    expect(positionText({ ...task, latitude: 95 }, north(0)).level).toBe('unknown');
  });

  it.each([
    ['latitude', '52.5219', 52.5219],
    ['latitude', ' −33,8688° ', -33.8688],
    ['longitude', '180', 180],
  ] as const)('reads %s %s', (axis, typed, value) =>
    expect(readCoordinate(axis, typed)).toEqual({ value, problem: null }),
  );

  it.each([
    ['latitude', '', 'This field is required.'],
    ['latitude', 'north', 'Enter a number such as 52.5219.'],
    ['latitude', '90.1', 'Enter a number from -90 to 90.'],
    ['longitude', '181', 'Enter a number from -180 to 180.'],
  ] as const)('rejects %s %s', (axis, typed, problem) =>
    expect(readCoordinate(axis, typed)).toEqual({ value: null, problem }),
  );

  it('of a photo is the newest, else a new one, else one of up to five minutes ago', async () => {
    const at = (time: number): Fix => ({ ...north(0), at: time });
    const choose = (last: Fix | null, requested: Fix | null) =>
      fixForPhoto(
        () => last,
        async () => requested,
        () => 1_000_000,
      );
    expect(await choose(at(970_000), at(1_000_000))).toEqual(at(970_000));
    expect(await choose(at(969_999), at(1_000_000))).toEqual(at(1_000_000));
    expect(await choose(at(700_000), null)).toEqual(at(700_000));
    expect(await choose(at(699_999), null)).toBeNull();
    expect(await choose(null, null)).toBeNull();
  });
});

describe('the clock', () => {
  const service = Date.parse('2026-11-22T10:00:00Z');
  const minutes = (ahead: number) => {
    const now = service + 500 + ahead;
    return minutesOff(clockAhead('Sun, 22 Nov 2026 10:00:00 GMT', now - 200, now + 200));
  };

  it.each([
    [0, null],
    [120_000, null],
    [121_000, 2],
    [-121_000, -2],
    [3_600_000, 60],
  ])('%d ms ahead warns of %s minutes', (ahead, warned) => expect(minutes(ahead)).toBe(warned));

  it('is not checked without a Date', () => {
    expect(minutesOff(clockAhead(null, 0, 0))).toBeNull();
  });
});

describe('the result', () => {
  const photo: StoredPhoto = {
    id: 'p',
    jobId: 'job',
    stepName: 'a',
    label: 'Street view',
    name: 'p.jpg',
    type: 'image/jpeg',
    sizeBytes: 1,
    capturedAt: '2026-11-22T10:00:00.000Z',
    nonce: 'nonce-p-0001',
    sha256: null,
    note: '',
    position: north(0),
    draft: false,
  };
  const now = Date.parse(photo.capturedAt);
  const message = (errors: string[], position = north(0), received = now) =>
    resultOf(
      task,
      { ...photo, position },
      {
        job_id: 'job',
        step_name: 'a',
        validation_passed: errors.length === 0,
        validation_errors: errors,
        job_status: 'in_progress',
      },
      received,
    );

  it.each([
    ['geofence', 'you were 2.7 km from the address; it must be within 500 m.'],
    [
      'capture_time',
      'it was taken before the task was opened, or your phone’s clock is wrong. Take a new photo, and set the clock to automatic.',
    ],
    ['hash', 'the file changed in transit. Send it again.'],
    ['duplicate', 'this file was accepted for another task before. Take a new photo.'],
    ['nonce', 'it was sent before under another name. Take a new photo.'],
    [
      'media',
      'this file is damaged, or is not a photo, video or PDF. Send the original, or take a new photo.',
    ],
    [
      'exif',
      'the time or place in the file differs from your phone’s. Turn on location for the camera and set its clock to automatic, or use the camera in this page.',
    ],
    ['new_check', 'it did not pass every check. Take a new photo.'],
  ])('of %s', (check, text) => {
    const result = message([`${check}: Something measured.`], north(2743));
    expect({ ...result, text: spaced(result.text) }).toMatchObject({
      accepted: false,
      text: `Not accepted: ${text}`,
      warnings: [],
    });
  });

  it('is accepted, with the warnings for a review', () => {
    expect(message([])).toMatchObject({ accepted: true, text: 'Accepted.', warnings: [] });
    expect(message([], north(430)).warnings.map(spaced)).toEqual([
      'You were 430 m from the address, so it will be reviewed first.',
    ]);
    expect(message([], north(0), now + 86_400_001).warnings).toEqual([
      'It arrived more than a day late.',
    ]);
  });
});
