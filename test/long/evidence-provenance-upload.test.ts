// Content credentials of uploads to a service with a list of trusted signers.
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadTrustedSigners } from '../../src/modules/evidence/trusted-signers.js';
import { recorded } from '../evidence/support/media-files.js';
import { assignedJob, stored, upload } from '../evidence/support/scene.js';
import {
  type Claims,
  testCamera,
  webpWithStore,
  withCredentialsOf,
} from '../evidence/support/test-camera.js';
import { startTestApp, type TestApp } from '../support/app.js';

const list = join(tmpdir(), `c2pa-signers-${process.pid}.pem`);
let app: TestApp;
let camera: Awaited<ReturnType<typeof testCamera>>;
beforeAll(async () => {
  camera = await testCamera();
  writeFileSync(list, `The cameras that we know:\n${camera.ca}\n`);
  app = await startTestApp({ C2PA_TRUST_FILE: list });
});
afterAll(async () => {
  await app.stop();
  rmSync(list, { force: true });
});

let scenes = 0;
/** Returns the pixels of a new picture that resembles no earlier one. */
function scene() {
  const hue = ++scenes * 47;
  return sharp({
    create: {
      width: 480,
      height: 360,
      channels: 3,
      background: { r: hue % 255, g: 90, b: 160 },
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  });
}
const newPhoto = () => scene().jpeg().toBuffer();

/** Returns the checks of a file that a verifier sends. */
async function checked(file: Buffer, type = 'image/jpeg') {
  const { jobId, token } = await assignedJob(app);
  const { status, body } = await upload(app, { token, file, type });
  expect(status).toBe(201);
  const item = (await stored(app, jobId)).evidence[0]!;
  const check = (name: string) => item.checks.find((one) => one.name === name)!;
  return { jobId, token, body, item, check };
}

describe('a file from a trusted camera', () => {
  test.each<[string, () => Promise<Buffer>]>([
    ['image/jpeg', async () => camera.sign(await newPhoto())],
    ['image/png', async () => camera.sign(await scene().png().toBuffer())],
    ['image/heic', async () => camera.sign(recorded.heic())],
    ['video/mp4', async () => camera.sign(recorded.mp4())],
    ['application/pdf', async () => camera.signPdf()],
  ])('(%s) passes, and names camera and signer', async (type, make) => {
    const { item, check } = await checked(await make(), type);
    expect(item.mediaType).toBe(type);
    expect(check('media').result).toBe('pass');
    expect(check('provenance')).toMatchObject({
      result: 'pass',
      measured: 'captured, signer listed',
      message:
        'The file was captured by “Test Maker One” and has not been changed since. It was signed by “Test Maker Camera”, a signer on the list of the service.',
    });
    // The position in the manifest, which is thousands of kilometers away, is ignored.
    expect(check('geofence')).toMatchObject({ result: 'pass', measured: '0.0 m' });
    expect(item.validationPassed).toBe(true);
  });

  test('fails after one pixel was changed, and its step stays open', async () => {
    const { data, info } = await scene().removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const raw = { width: info.width, height: info.height, channels: info.channels };
    const encode = () => sharp(data, { raw }).jpeg().toBuffer();
    const original = await encode();
    data[3 * (info.width * 100 + 100)]! ^= 0x40;
    const changed = await encode();
    const file = await camera.sign(original);
    const { jobId, body, check } = await checked(withCredentialsOf(file, original, changed));
    expect(check('media').result).toBe('pass');
    expect(check('provenance')).toMatchObject({
      result: 'fail',
      measured: 'changed after signing',
      message: expect.stringMatching(/does not match it.*when they remove its location/),
    });
    expect(body).toMatchObject({ validation_passed: false });
    expect((await stored(app, jobId)).steps[0]?.status).not.toBe('passed');
  });
});

describe('a warning', () => {
  const warned: [string, () => Promise<Buffer>, string][] = [
    [
      'that it was generated',
      async () => signedPhoto({ source: 'trainedAlgorithmicMedia' }),
      'generated, signer listed',
    ],
    [
      'that it was edited',
      async () => signedPhoto({ actions: ['c2pa.cropped'] }),
      'edited, signer listed',
    ],
    [
      'of a signer who is not on the list',
      async () => (await testCamera('Other Maker')).sign(await newPhoto()),
      'captured, signer not listed',
    ],
  ];
  const signedPhoto = async (claims: Claims) => camera.sign(await newPhoto(), claims);

  test.each(warned)(
    '%s does not fail the item, appears in the report, and requires a review of the job',
    async (_, make, measured) => {
      const { jobId, token, item, check } = await checked(await make());
      expect(check('provenance')).toMatchObject({ result: 'warn', measured });
      expect(item.validationPassed).toBe(true);
      for (let step = 0; step < 2; step++) await upload(app, { token, file: await newPhoto() });
      expect((await stored(app, jobId)).status).toBe('submitted');
      const { body } = await app.rest('POST', `/v1/jobs/${jobId}/reality-report`);
      const message = body.limitations.join('\n');
      expect(message).toMatch(/The content credentials of 1 of 3 passing items/);
      expect(message).toMatch('The pictures of 2 of 3 passing items carry no content credentials');
    },
  );
});

test('does not evaluate credentials in an unsupported form, and the report says so', async () => {
  const webp = await scene().webp().toBuffer();
  const png = await camera.sign(await scene().png().toBuffer());
  const { jobId, token, check, item } = await checked(webpWithStore(webp, png), 'image/webp');
  expect(item.validationPassed).toBe(true);
  expect(check('provenance')).toMatchObject({
    result: 'not_run',
    measured: 'not read',
    message: 'The file has content credentials in a form that the service does not read.',
  });
  for (let step = 0; step < 2; step++) await upload(app, { token, file: await newPhoto() });
  const { body } = await app.rest('POST', `/v1/jobs/${jobId}/reality-report`);
  const message = body.limitations.join('\n');
  expect(message).toContain('The content credentials of 1 of 3 passing items are in a form that');
  expect(message).toContain('The pictures of 2 of 3 passing items carry no content credentials');
});

describe('C2PA_TRUST_FILE', () => {
  const file = join(tmpdir(), `c2pa-damaged-${process.pid}.pem`);
  afterAll(() => rmSync(file, { force: true }));

  test.each<[string, () => string | null, RegExp]>([
    ['is not there', () => null, /ENOENT: no such file/],
    ['is empty', () => '', /has no certificate in PEM/],
    [
      'has a key',
      () => '-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----\n',
      /has no certificate/,
    ],
    ['is cut off', () => `${camera.ca}\n${camera.certificate.slice(0, -40)}`, /damaged: 2 of 2/],
    ['is damaged', () => camera.ca.replace(/\n.{20}/, '\n'), /damaged: 1 of 1/],
  ])('that %s aborts the start with one line that names it', async (_, content, reason) => {
    rmSync(file, { force: true });
    const text = content();
    if (text !== null) writeFileSync(file, text);
    let message = '';
    await startTestApp({ C2PA_TRUST_FILE: file }).catch((error: Error) => {
      expect(error.name).toBe('ConfigError');
      ({ message } = error);
    });
    expect(message).toMatch(reason);
    expect(message.startsWith(`C2PA_TRUST_FILE ${file}: `)).toBe(true);
    expect(message).not.toContain('\n');
  });

  test('has no list if it is unset', () => {
    expect(loadTrustedSigners(undefined)).toBeNull();
  });
});
