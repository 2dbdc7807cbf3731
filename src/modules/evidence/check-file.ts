import { minute } from '../../lib/units.js';
import { runChecks } from './checks.js';
import { decodeFile } from './decode-file.js';
import type { Check } from './evidence.js';
import type { MediaDecoder } from './media-decoder.js';
import { type ProbedMedia, probeMedia } from './media-probe.js';

export interface CheckedFile extends ProbedMedia {
  checks: Check[];
}

/** Where the job of a file without a position is; any place will do. */
const anywhere = { latitude: 52.5219, longitude: 13.4132 };

/**
 * Runs the checks on a file without a store, as if it were sent to a job at the position that it states, right
 * after the time that it states.
 */
export async function checkFile(
  decoder: MediaDecoder,
  file: { bytes: Buffer; sha256: string; declaredType: string | null; accepted: boolean },
): Promise<CheckedFile> {
  const { bytes, sha256, declaredType } = file;
  const read = async (offset: number, length: number) => bytes.subarray(offset, offset + length);
  const probed = await probeMedia(read, bytes.length);
  const whole = { jobId: sha256, sizeBytes: bytes.length, read, load: async () => [bytes] };
  const decoded = probed.type && (await decodeFile(decoder, probed.type, whole));
  const { stated } = probed;
  const [position] = stated.positions;
  const own = stated.times.find(({ source }) => source !== 'mvhd_creation') ?? stated.times[0];
  const taken = own?.at ?? new Date(stated.localTimes[0]?.reading ?? Date.now());
  const place = position ?? anywhere;
  const checks = runChecks({
    declared: {
      latitude: place.latitude,
      longitude: place.longitude,
      accuracyMetres: null,
      capturedAt: taken,
      sha256: null,
      mediaType: declaredType,
      resizedFrom: null,
    },
    received: {
      at: new Date(taken.getTime() + minute),
      sha256,
      sizeBytes: bytes.length,
    },
    media: {
      ...probed,
      content: decoded?.content ?? null,
      similar: 'no_picture',
      provenance: decoded?.provenance ?? { outcome: 'none' },
    },
    job: { ...place, openedAt: new Date(taken.getTime() - minute) },
    seen: file.accepted ? 'on_another_job' : 'never',
    attempts: 0,
    nonce: 'none_given',
  });
  return { ...probed, checks };
}
