import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createMediaDecoder } from '../../src/modules/evidence/media-decoder.js';
import { heicGrid } from '../evidence/support/heic-grid.js';
import { recorded } from '../evidence/support/media-files.js';

/** Decoding processes of this process. */
function decoders(): number[] {
  const self = `/proc/${process.pid}/task`;
  const ids = readdirSync(self).flatMap((thread) =>
    readFileSync(`${self}/${thread}/children`, 'latin1').split(' ').filter(Boolean).map(Number),
  );
  return ids.filter((id) => readFileSync(`/proc/${id}/cmdline`, 'latin1').includes('decode-child'));
}

const samples: [name: string, size: string, file: Buffer][] = [
  ['one tile', '480x360', recorded.heic()],
  ['a tile with a colour profile', '512x512', recorded.heicTile()],
  ['10 bits, 4:2:2', '480x360', recorded.heicOf10Bits()],
  ['an auxiliary picture', '480x360', recorded.heicWithAlpha()],
  ['a grid', '1536x1024', heicGrid({ columns: 3, rows: 2 })],
  ['a turned grid', '1024x1536', heicGrid({ columns: 3, rows: 2, turns: 1 })],
];

const sizeOf = (content: { outcome: string; width?: number; height?: number }) =>
  content.outcome === 'picture' ? `${content.width}x${content.height}` : JSON.stringify(content);

const decode = (decoder: ReturnType<typeof createMediaDecoder>, file: Buffer) =>
  decoder.decode({ jobId: 'a', type: 'image/heic', load: async () => [file] });

describe('a HEIC', () => {
  test.each(samples)(
    'with %s decodes first, last and repeatedly in one process',
    async (_, size, file) => {
      const before = new Set(decoders());
      const decoder = createMediaDecoder();
      const others = samples.filter((sample) => sample[2] !== file);
      const order = [file, file, ...others.map((sample) => sample[2]), file, file];
      const used = new Set<number>();
      const found: string[] = [];
      try {
        for (const each of order) {
          const { content } = await decode(decoder, each);
          found.push(sizeOf(content));
          if (process.platform !== 'linux') continue;
          for (const id of decoders()) if (!before.has(id)) used.add(id);
        }
      } finally {
        decoder.close();
      }
      expect(found).toEqual([size, size, ...others.map((sample) => sample[1]), size, size]);
      if (process.platform === 'linux') expect(used.size).toBe(1);
    },
  );

  /** 48 tiles, as a phone of 12 megapixels writes it. */
  const phone = { columns: 8, rows: 6 };

  test('of 12 megapixels in 48 tiles passes, and fails when it is cut or a tile is damaged', async () => {
    const decoder = createMediaDecoder();
    const whole = heicGrid(phone);
    const open = heicGrid({ ...phone, openEnd: true });
    const part = (file: Buffer, share: number) => file.subarray(0, Math.floor(file.length * share));
    const outcome = async (file: Buffer) => {
      const { content } = await decode(decoder, file);
      return content.outcome === 'refused' ? content.measured : sizeOf(content);
    };
    try {
      expect(await outcome(whole)).toBe('4096x3072');
      expect(await outcome(open)).toBe('4096x3072');
      for (const share of [0.5, 0.9]) {
        expect(await outcome(part(whole, share)), `cut at ${share}`).toBe('cannot be decoded');
        expect(await outcome(part(open, share)), `open, cut at ${share}`).toBe('cannot be decoded');
      }
      for (const tile of [0, 20, 47]) {
        const file = heicGrid({ ...phone, damaged: [tile] });
        expect(await outcome(file), `tile ${tile}`).toBe('cannot be decoded');
      }
      expect(await outcome(whole)).toBe('4096x3072');
    } finally {
      decoder.close();
    }
  });
});
