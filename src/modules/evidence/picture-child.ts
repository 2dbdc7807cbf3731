import { decodeMillisecondsMax, mediaBounds } from './media-content.js';
import { heicMediaType, type PhotoLimits, type PlacedPhoto, shrinkPhoto } from './shrink-photo.js';

export interface ToPictureChild {
  bytes: Uint8Array;
  mediaType: string;
  limits: PhotoLimits;
}

/** The photo, null where it cannot be decoded; `spent` where it would have cost too much. */
export interface FromPictureChild {
  photo: PlacedPhoto | null;
  spent: 'time' | 'memory' | null;
}

/** Resident bytes that one picture may add. */
const bytesMax = { heic: mediaBounds.decodeBytes, other: 300_000_000 };
const watchMs = 10;

const answer = (message: FromPictureChild, sent = () => {}) => process.send?.(message, sent);
/** Nothing else ends a decoder: it runs in threads of its own and answers to no signal of ours. */
const die = () => process.kill(process.pid, 'SIGKILL');

/**
 * Watches what a picture costs; the event loop is free while it is decoded. The bound is processor time, so that a
 * busy machine changes no report, and follows from the number of pixels, as that of decoding does.
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
// It ends with its parent, however that ends, and not by the signals that reach both.
process.on('disconnect', die);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
