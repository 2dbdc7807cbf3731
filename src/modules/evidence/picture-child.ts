import { decodeMillisecondsMax, mediaBounds, pixelsMax } from './media-content.js';
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

/** Bounds for one picture, in processor time, so that a busy machine changes no report. */
const costs = {
  cpuMilliseconds: decodeMillisecondsMax('image/jpeg', pixelsMax('image/jpeg')),
  bytes: 300_000_000,
};
const heicCosts = {
  cpuMilliseconds: decodeMillisecondsMax(heicMediaType, pixelsMax(heicMediaType)),
  bytes: mediaBounds.decodeBytes,
};
const watchMs = 10;

const answer = (message: FromPictureChild, sent = () => {}) => process.send?.(message, sent);
/** Nothing else ends a decoder: it runs in threads of its own and answers to no signal of ours. */
const die = () => process.kill(process.pid, 'SIGKILL');

/** Watches what a picture costs; the event loop is free while it is decoded. */
function watch({ cpuMilliseconds, bytes }: typeof costs): NodeJS.Timeout {
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
  return timer;
}

process.on('message', async ({ bytes, mediaType, limits }: ToPictureChild) => {
  const timer = watch(mediaType === heicMediaType ? heicCosts : costs);
  const photo = await shrinkPhoto({ bytes, mediaType }, limits);
  clearInterval(timer);
  answer({ photo, spent: null });
});
// It ends with its parent, however that ends, and not by the signals that reach both.
process.on('disconnect', die);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
