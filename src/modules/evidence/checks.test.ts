import { describe, expect, test } from 'vitest';
import { earthRadiusMetres } from '../../lib/geo.js';
import { type CheckInput, evaluateChecks, runChecks } from './checks.js';
import type { CheckName } from './evidence.js';
import { unchecked, undecodable } from './media-content.js';
import { noStatements } from './stated-sources.js';

const at = (time: string) => new Date(`2026-03-01T${time}Z`);
const sha = 'ab'.repeat(32);
/** Degrees of latitude that span a number of metres. */
const metresNorth = (metres: number) => (metres / earthRadiusMetres) * (180 / Math.PI);

const base: CheckInput = {
  declared: {
    latitude: 52.5,
    longitude: 13.4,
    capturedAt: at('12:00:00.000'),
    accuracyMetres: null,
    sha256: null,
    mediaType: 'image/jpeg',
    resizedFrom: null,
  },
  received: { at: at('12:10:00.000'), sha256: sha, sizeBytes: 1000 },
  media: {
    type: 'image/jpeg',
    stated: noStatements(),
    content: { outcome: 'picture', width: 640, height: 480 },
    similar: 'none',
    provenance: { outcome: 'none' },
  },
  job: { latitude: 52.5, longitude: 13.4, openedAt: at('09:00:00.000') },
  seen: 'never',
  attempts: 0,
  nonce: 'none_given',
};

type Patch = {
  [K in keyof CheckInput]?: CheckInput[K] extends object ? Partial<CheckInput[K]> : CheckInput[K];
};

function input(patch: Patch): CheckInput {
  const merged: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(patch)) {
    merged[key] =
      typeof value === 'object'
        ? { ...(base[key as keyof CheckInput] as object), ...value }
        : value;
  }
  return merged as unknown as CheckInput;
}

function one(name: CheckName, patch: Patch) {
  return runChecks(input(patch)).find((check) => check.name === name)!;
}

describe('each check passes, warns and fails exactly at its boundary', () => {
  test.each([
    [0, 'pass'],
    [149.9, 'pass'],
    [150, 'pass'],
    [150.1, 'warn'],
    [499.9, 'warn'],
    [500, 'warn'],
    [500.1, 'fail'],
    [12_000, 'fail'],
  ])('geofence at %d m: %s', (metres, result) => {
    const check = one('geofence', { declared: { latitude: 52.5 + metresNorth(metres) } });
    expect(check).toMatchObject({ result, measured: `${metres.toFixed(1)} m` });
    expect(check.threshold).toBe('pass ≤ 150 m, warn ≤ 500 m');
    expect(check.message).toContain(`${metres.toFixed(1)} m`);
  });

  test.each([
    [91, 13.4],
    [52.5, 180.5],
  ])('geofence is not run for a job at %d, %d', (latitude, longitude) => {
    expect(one('geofence', { job: { latitude, longitude } })).toMatchObject({
      result: 'not_run',
      measured: null,
    });
  });

  test.each([
    ['08:54:59.999', 'fail'],
    ['08:55:00.000', 'pass'],
    ['12:15:00.000', 'pass'],
    ['12:15:00.001', 'fail'],
  ])('capture_time at %s, opened 09:00 and received 12:10: %s', (time, result) => {
    expect(one('capture_time', { declared: { capturedAt: at(time) } })).toMatchObject({
      result,
      measured: `2026-03-01T${time}Z`,
      threshold: '2026-03-01T08:55:00.000Z to 2026-03-01T12:15:00.000Z',
    });
  });

  test.each([
    [0, 'pass'],
    [24 * 3_600_000, 'pass'],
    [24 * 3_600_000 + 1, 'warn'],
    [-60_000, 'pass'],
  ])('freshness %d ms after capture: %s', (age, result) => {
    const capturedAt = new Date(base.received.at.getTime() - age);
    expect(one('freshness', { declared: { capturedAt } }).result).toBe(result);
  });

  test('a file that came before it was captured, by another clock, has no age', () => {
    const capturedAt = new Date(base.received.at.getTime() + 60_000);
    expect(one('freshness', { declared: { capturedAt } })).toMatchObject({ measured: '0 s' });
  });

  test.each([
    [320, 4_000, 'pass'],
    [4_000, 320, 'pass'],
    [319, 4_000, 'warn'],
    [4_000, 319, 'warn'],
  ])('a picture of %d × %d px: %s', (width, height, result) => {
    const content = { outcome: 'picture', width, height } as const;
    expect(one('media', { media: { content } }).result).toBe(result);
  });

  test.each([
    [null, 'not_run'],
    [sha, 'pass'],
    [sha.toUpperCase(), 'pass'],
    ['cd'.repeat(32), 'fail'],
    ['not a hash', 'fail'],
  ])('hash declared as %s: %s', (declared, result) => {
    expect(one('hash', { declared: { sha256: declared } })).toMatchObject({
      result,
      measured: `sha256 ${sha}`,
    });
  });

  test.each([
    ['never', 'pass'],
    ['on_this_job', 'pass'],
    ['passed_on_this_job', 'warn'],
    ['on_another_job', 'fail'],
  ] as const)('duplicate of bytes seen %s: %s', (seen, result) => {
    expect(one('duplicate', { seen }).result).toBe(result);
  });

  test.each([
    ['none_given', 'not_run'],
    ['unused', 'pass'],
    ['used', 'fail'],
  ] as const)('nonce %s: %s', (nonce, result) => {
    expect(one('nonce', { nonce }).result).toBe(result);
  });

  test.each([
    ['image/jpeg', 'image/jpeg', 'pass'],
    ['image/jpg', 'image/jpeg', 'pass'],
    ['IMAGE/JPEG; q=1', 'image/jpeg', 'pass'],
    ['image/heif', 'image/heic', 'pass'],
    [null, 'image/png', 'pass'],
    ['application/octet-stream', 'video/mp4', 'pass'],
    ['image/png', 'image/jpeg', 'pass'],
    ['image/avif', 'image/jpeg', 'pass'],
    ['video/quicktime', 'video/mp4', 'pass'],
    ['video/mp4', 'image/jpeg', 'fail'],
    ['application/pdf', 'image/jpeg', 'fail'],
    ['image/jpeg', 'application/pdf', 'fail'],
    ['text/plain', 'image/jpeg', 'fail'],
    ['image/jpeg', null, 'fail'],
    [null, null, 'fail'],
  ] as const)('media declared %s with the bytes of %s: %s', (declared, type, result) => {
    expect(one('media', { declared: { mediaType: declared }, media: { type } }).result).toBe(
      result,
    );
  });

  test.each([
    ['image/png', { outcome: 'picture', width: 640, height: 480 }, ' and decodes completely'],
    [
      'video/mp4',
      { outcome: 'video', durationSeconds: 1 },
      ' and has a duration and a first sample',
    ],
    ['application/pdf', { outcome: 'document', pages: 1 }, ' and its pages can be counted'],
  ] as const)('media says of %s what was tried', (type, content, text) => {
    const media = { type, content };
    expect(one('media', { declared: { mediaType: type }, media }).message).toBe(
      `The file is ${type}, as declared,${text}.`,
    );
    expect(one('media', { declared: { mediaType: null }, media })).toMatchObject({
      message: `The file is ${type}${text}; no type was declared.`,
      threshold: one('media', { declared: { mediaType: type }, media }).threshold,
    });
  });

  test.each([
    ['video/mp4', 'Neither a time with a time zone nor a position was found in the video.'],
    ['application/pdf', 'Time and position are read from pictures and videos only.'],
    [null, 'Time and position are read from pictures and videos only.'],
  ] as const)('exif of %s that states nothing is not run', (type, message) => {
    expect(one('exif', { media: { type } })).toMatchObject({ result: 'not_run', message });
  });

  test.each([
    [0, 'never', 'pass'],
    [1, 'never', 'warn'],
    [2, 'on_this_job', 'warn'],
    [1, 'on_another_job', 'fail'],
  ] as const)(
    'duplicate of bytes tried on %d other jobs and seen %s: %s',
    (attempts, seen, result) => {
      const check = one('duplicate', { attempts, seen });
      expect(check.result).toBe(result);
      if (result === 'warn') expect(check.measured).toBe(`${attempts + 1} jobs tried`);
    },
  );

  test.each([
    ['empty', { received: { sizeBytes: 0 } }],
    ['of an unknown type', { media: { type: null, content: null } }],
    ['damaged', { media: { content: undecodable } }],
  ] as const)('duplicate is not run for a file that is %s', (_, patch) => {
    expect(one('duplicate', { ...patch, seen: 'on_another_job' }).result).toBe('not_run');
  });

  test('media warns when the decoder failed with an internal error', () => {
    const check = one('media', { media: { content: unchecked } });
    expect(check).toMatchObject({ result: 'warn', measured: 'image/jpeg, not decoded' });
    expect(check.message).toContain('says nothing about the file');
  });

  test('media says that the capture page resized the photo', () => {
    const check = one('media', { declared: { resizedFrom: '16320x12240' } });
    expect(check.message).toContain('resized by the capture page from 16320 × 12240 px');
  });

  test.each([
    [200, 60, 'pass'],
    [211, 60, 'warn'],
    [250, 5_000, 'pass'],
    [251, 5_000, 'warn'],
    [601, 5_000, 'fail'],
  ])('geofence at %d m, accurate to %d m: %s', (distance, accuracyMetres, result) => {
    const latitude = 52.5 + metresNorth(distance);
    const check = one('geofence', { declared: { latitude, accuracyMetres } });
    expect(check).toMatchObject({
      result,
      measured: `${distance.toFixed(1)} m (accurate to ${accuracyMetres.toFixed(1)} m)`,
    });
  });

  test('an empty file fails media', () => {
    expect(one('media', { received: { sizeBytes: 0 }, media: { type: null } })).toMatchObject({
      result: 'fail',
      measured: '0 bytes',
    });
  });

  test.each([
    [null, null, 'not_run'],
    [5 * 60_000, null, 'pass'],
    [-5 * 60_000, null, 'pass'],
    [5 * 60_000 + 1, null, 'fail'],
    [null, 150, 'pass'],
    [null, 150.1, 'fail'],
    [0, 0, 'pass'],
    [0, 151, 'fail'],
    [3_600_000, 0, 'fail'],
  ])('exif %s ms and %s m away from what was declared: %s', (apart, distance, result) => {
    const stated = noStatements();
    if (apart !== null) {
      const taken = new Date(base.declared.capturedAt.getTime() + apart);
      stated.times.push({ source: 'exif_original', at: taken });
    }
    if (distance !== null) {
      const latitude = 52.5 + metresNorth(distance);
      const position = { latitude, longitude: 13.4, accuracyMetres: null };
      stated.positions.push({ source: 'exif_gps', ...position });
    }
    const check = one('exif', { media: { stated } });
    expect(check.result).toBe(result);
    expect(check.measured === null).toBe(result === 'not_run');
  });
});

describe('judgement', () => {
  test('the checks come in a fixed order', () => {
    expect(runChecks(base).map((check) => check.name)).toEqual([
      'geofence',
      'capture_time',
      'freshness',
      'hash',
      'duplicate',
      'similar',
      'nonce',
      'media',
      'exif',
      'provenance',
    ]);
  });

  test('warnings and checks that were not run do not fail an item', () => {
    const checks = runChecks(
      input({ declared: { latitude: 52.5 + metresNorth(300) }, seen: 'passed_on_this_job' }),
    );
    expect(checks.map((check) => check.result)).toContain('warn');
    expect(evaluateChecks(checks)).toEqual({ validationPassed: true, validationErrors: [] });
  });

  test('each error names its check and what was measured', () => {
    const checks = runChecks(
      input({ declared: { latitude: 52.5 + metresNorth(800), mediaType: 'video/mp4' } }),
    );
    expect(evaluateChecks(checks)).toEqual({
      validationPassed: false,
      validationErrors: [
        expect.stringMatching(
          /^geofence: Taken 800\.0 m from the job's position; at most 500 m is allowed\. Take the photo at/,
        ),
        'media: The file is image/jpeg by its first bytes, but was declared as video/mp4. Send it under its own type.',
      ],
    });
  });
});
