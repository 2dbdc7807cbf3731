import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { openDecoder } from './decode-media.js';
import {
  type DecodedType,
  decodeMillisecondsMax,
  type MediaContent,
  mediaBounds,
  tooBig,
  tooLong,
  undecodable,
} from './media-content.js';

/**
 * A process that decodes one file at a time. It is a process, because a thread that runs native
 * code can be stopped by nobody, and all threads of a process share the native decoders' pool. In
 * it one thread decodes, and the main thread watches what that costs.
 */
export interface DecodeRequest {
  type: DecodedType;
  bytes: Uint8Array;
}

export interface DecodeAnswer {
  /** Null when the library that decodes this type does not load. */
  content: MediaContent | null;
  /** Whether the process is still decoding, or too large to be used again. */
  spent: boolean;
}

/** What the decoding thread says: whether its library is loaded, then what the file is. */
type Progress = 'loaded' | 'not_loaded' | MediaContent;

const watchMilliseconds = 20;
/** A process that has grown beyond this is not used again. */
const reuseBytesMax = 256 * 1024 * 1024;

function decodeHere(port: NonNullable<typeof parentPort>): void {
  port.on('message', async ({ type, bytes }: DecodeRequest) => {
    const decode = await openDecoder(type).catch(() => null);
    port.postMessage((decode ? 'loaded' : 'not_loaded') satisfies Progress);
    if (decode) port.postMessage((await decode(bytes)) satisfies Progress);
  });
}

function watch(): void {
  const thread = new Worker(new URL(import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  let timer: NodeJS.Timeout | undefined;
  let type: DecodedType = 'image/jpeg';
  const answer = (content: MediaContent | null, spent: boolean) => {
    clearInterval(timer);
    process.send?.({ content, spent } satisfies DecodeAnswer);
  };
  // Out of memory in JavaScript, or a bug of a library: the file is what is different.
  thread.on('error', () => answer(undecodable, true));
  thread.on('message', (progress: Progress) => {
    if (progress === 'not_loaded') return answer(null, true);
    if (progress !== 'loaded') return answer(progress, process.memoryUsage.rss() > reuseBytesMax);
    const before = process.cpuUsage();
    timer = setInterval(() => {
      const { user, system } = process.cpuUsage(before);
      if ((user + system) / 1000 > decodeMillisecondsMax(type)) answer(tooLong(type), true);
      else if (process.memoryUsage.rss() > mediaBounds.decodeBytes) answer(tooBig, true);
    }, watchMilliseconds);
  });
  process.on('message', (request: DecodeRequest) => {
    type = request.type;
    const own = new Uint8Array(request.bytes);
    thread.postMessage({ type, bytes: own } satisfies DecodeRequest, [own.buffer]);
  });
  // An orderly exit would wait for native code.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
}

if (parentPort && !isMainThread) decodeHere(parentPort);
else watch();
