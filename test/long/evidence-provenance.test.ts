import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMediaDecoder } from '../../src/modules/evidence/media-decoder.js';
import type { MediaType } from '../../src/modules/evidence/media-types.js';
import { recorded } from '../evidence/support/media-files.js';
import {
  type Claims,
  testCamera,
  webpWithStore,
  withCredentialsOf,
} from '../evidence/support/test-camera.js';

const demoPhoto = readFileSync(new URL('../../scripts/demo-photos/staircase.jpg', import.meta.url));

let camera: Awaited<ReturnType<typeof testCamera>>;
let decoder: ReturnType<typeof createMediaDecoder>;
let photo: Buffer;
beforeAll(async () => {
  camera = await testCamera();
  decoder = createMediaDecoder(camera.ca);
  photo = await sharp(demoPhoto).resize(800).jpeg().toBuffer();
});
afterAll(() => decoder.close());

const read = async (bytes: Buffer, type: MediaType = 'image/jpeg', by = decoder) =>
  (await by.decode({ jobId: 'a', type, load: async () => [bytes] })).provenance;

const signed = {
  outcome: 'signed',
  origin: 'captured',
  signer: 'Test Maker Camera',
  device: 'Test Maker One',
  listed: true,
};

describe('content credentials', () => {
  const png = () => sharp(photo).resize(400).png().toBuffer();
  const files: [MediaType, () => Promise<Buffer>][] = [
    ['image/jpeg', async () => camera.sign(photo)],
    ['image/png', async () => camera.sign(await png())],
    ['image/heic', async () => camera.sign(recorded.heic())],
    ['video/mp4', async () => camera.sign(recorded.mp4())],
    ['video/quicktime', async () => camera.sign(recorded.mov())],
    ['application/pdf', async () => camera.signPdf()],
  ];
  test.each(files)(
    'of an unchanged %s name camera and signer, and report a change to the file',
    async (type, make) => {
      const file = await make();
      expect(await read(file, type)).toEqual(signed);
      // An offset within the visible content, far from the credentials.
      const shown = ['/MediaBox', 'mdat']
        .map((name) => file.indexOf(name))
        .find((place) => place > 0);
      const at = shown ? shown + 20 : file.length - 40;
      file[at]! ^= 1;
      expect(await read(file, type)).toEqual({ outcome: 'broken' });
    },
  );

  test('in an unsupported form are reported and not evaluated', async () => {
    const webp = await sharp(photo).webp().toBuffer();
    expect(await read(webp, 'image/webp')).toEqual({ outcome: 'none' });
    const withStore = webpWithStore(webp, await camera.sign(await png()));
    expect(await read(withStore, 'image/webp')).toEqual({ outcome: 'not_read' });
    // A manifest store in a stream with a filter.
    const pdf = (await camera.signPdf()).toString('latin1').replace('jumd', 'JUMD');
    const packed = Buffer.from(pdf.replaceAll('c2pa\0\x11', 'C2PA\0\x11'), 'latin1');
    expect(await read(packed, 'application/pdf')).toEqual({ outcome: 'not_read' });
    const plain = Buffer.from(packed.toString('latin1').replace('/C2PA_Manifest', '/Supplement'));
    expect(await read(plain, 'application/pdf')).toEqual({ outcome: 'none' });
  });

  test('are absent if the file has none', async () => {
    expect(await read(photo)).toEqual({ outcome: 'none' });
  });

  test('report a change of one pixel', async () => {
    const { data, info } = await sharp(photo).raw().toBuffer({ resolveWithObject: true });
    const encode = () => sharp(data, { raw: info }).jpeg().toBuffer();
    const original = await encode();
    data[3 * (info.width * 100 + 100)]! ^= 0x40;
    const changed = await encode();
    const file = await camera.sign(original);
    expect(await read(file)).toEqual(signed);
    expect(await read(withCredentialsOf(file, original, changed))).toEqual({ outcome: 'broken' });
  });

  test.each<[string, Claims, string]>([
    ['generated', { source: 'trainedAlgorithmicMedia' }, 'generated'],
    ['partly generated', { source: 'compositeWithTrainedAlgorithmicMedia' }, 'generated'],
    ['computed from several exposures', { source: 'computationalCapture' }, 'captured'],
    ['cropped', { actions: ['c2pa.cropped'] }, 'edited'],
    [
      'published, its metadata edited',
      { actions: ['c2pa.edited.metadata', 'c2pa.published'] },
      'captured',
    ],
    ['scanned', { source: 'print' }, 'edited'],
  ])('of a picture that was %s', async (_, claims, origin) => {
    expect(await read(await camera.sign(photo, claims))).toMatchObject({
      outcome: 'signed',
      origin,
    });
  });

  test('name a signer who is not on the list, and evaluate none without a list', async () => {
    const other = await testCamera('Other “Maker”\u202e');
    const file = await other.sign(photo);
    const answer = await read(file);
    expect(answer).toMatchObject({ listed: false });
    expect(JSON.stringify(answer)).not.toMatch(/[\u202e“”]/);
    const without = createMediaDecoder();
    expect(await read(file, 'image/jpeg', without)).toMatchObject({ listed: null });
    without.close();
    const direct = createMediaDecoder(other.certificate);
    expect(await read(file, 'image/jpeg', direct)).toMatchObject({ listed: true });
    direct.close();
  });

  test('are not confirmed with an expired certificate', async () => {
    const expired = await testCamera('Test Maker', new Date(Date.now() - 86_400_000));
    expect(await read(await expired.sign(photo))).toMatchObject({ outcome: 'unreadable' });
  });

  test('that exclude a part of the picture confirm nothing', async () => {
    const answer = await read(await camera.sign(photo, { leavesOut: 1_000 }));
    expect(answer).toMatchObject({
      outcome: 'unreadable',
      reason: expect.stringContaining('does not cover'),
    });
  });

  test('with any damage do not affect the check of the picture, and report nothing else', async () => {
    const file = await camera.sign(photo);
    const start = file.indexOf('jumb') - 12;
    for (let i = 0; i < 60; i++) {
      const copy = Buffer.from(file);
      copy[start + Math.floor((i * 4_000) / 60)]! ^= 0xff;
      const { content, provenance } = await decoder.decode({
        jobId: 'a',
        type: 'image/jpeg',
        load: async () => [copy],
      });
      expect(content.outcome).toBe('picture');
      // Damage outside the signed parts can have no effect.
      if (provenance.outcome === 'signed') expect(provenance).toEqual(signed);
    }
  });

  test('of many megabytes, or with nested boxes, are bounded', async () => {
    // A superbox whose description is that of a manifest store, followed by the content.
    const storeOf = (content: Buffer) => {
      const description = Buffer.from(
        '0000001e6a756d626332706100110010800000aa00389b71036332706100',
        'hex',
      );
      description.write('jumd', 4, 'latin1');
      description.writeUInt32BE(description.length, 0);
      const head = Buffer.alloc(8);
      head.writeUInt32BE(8 + description.length + content.length, 0);
      head.write('jumb', 4, 'latin1');
      return Buffer.concat([head, description, content]);
    };
    let nested = Buffer.alloc(0);
    for (let i = 0; i < 20_000; i++) {
      const head = Buffer.alloc(8);
      head.writeUInt32BE(Math.min(8 + nested.length, 0xffffffff), 0);
      head.write('jumb', 4, 'latin1');
      if (i % 1_000 === 0) nested = Buffer.concat([head, nested]);
    }
    const pdf = (store: Buffer) =>
      Buffer.concat([
        Buffer.from(
          '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\n4 0 obj<<>>stream\n',
        ),
        store,
        Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
      ]);
    for (const content of [nested, Buffer.alloc(6_000_000), Buffer.alloc(3_900_000, 8)]) {
      const file = await decoder.decode({
        jobId: 'a',
        type: 'application/pdf',
        load: async () => [pdf(storeOf(content))],
      });
      expect(file.content.outcome).toBe('document');
      expect(file.provenance.outcome).toBe('unreadable');
    }
  });
});
