import { decodeMillisecondsMax, mediaBounds } from './media-content.js';
import { heicMediaType, type PhotoLimits, type PlacedPhoto, shrinkPhoto } from './shrink-photo.js';

export interface ToPictureChild {
  bytes: Uint8Array;
  mediaType: string;
  limits: PhotoLimits;
}

/** The photo, null if it cannot be decoded; `spent` names the exceeded limit. */
export interface FromPictureChild {
  photo: PlacedPhoto | null;
  spent: 'time' | 'memory' | null;
}

/** Maximum resident memory that one picture can add. */
const bytesMax = { heic: mediaBounds.decodeBytes, other: 300_000_000 };
const watchMs = 10;

const answer = (message: FromPictureChild, sent = () => {}) => process.send?.(message, sent);
/** Only this ends a decoder: it runs in its own threads, which ignore signals. */
const die = () => process.kill(process.pid, 'SIGKILL');

/**
 * Watches the cost of a picture; the event loop is free while it is decoded. The limit is processor time, so that a
 * busy machine does not change a report, and depends on the number of pixels, as in the decoding of evidence.
 */
function watch(mediaType: string) {
  const isHeic = mediaType === heicMediaType;
  const type = isHeic ? heicMediaType : 'image/jpeg';
  const bytes = isHeic ? bytesMax.heic : bytesMax.other;
  let cpuMilliseconds = decodeMillisecondsMax(type);
  const cpu = process.cpuUsage();
  const before = process.memoryUsage.rss();
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(cpu);
    const spent =
      process.memoryUsage.rss() - before > bytes
        ? 'memory'
        : (user + system) / 1e3 > cpuMilliseconds
          ? 'time'
          : null;
    if (!spent) return;
    clearInterval(timer);
    answer({ photo: null, spent }, die);
  }, watchMs);
  return {
    end: () => clearInterval(timer),
    onSize(pixels: number) {
      cpuMilliseconds = decodeMillisecondsMax(type, pixels);
    },
  };
}

process.on('message', async ({ bytes, mediaType, limits }: ToPictureChild) => {
  const { end, onSize } = watch(mediaType);
  const photo = await shrinkPhoto({ bytes, mediaType }, limits, onSize);
  end();
  answer({ photo, spent: null });
});
// Ends with its parent in any case; ignores the signals that reach both.
process.on('disconnect', die);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
