import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { type Decoded, openDecoder, plain } from './decode-media.js';
import {
  decodeMillisecondsMax,
  isDecodedType,
  mediaBounds,
  tooBig,
  tooLong,
  unchecked,
  undecodable,
} from './media-content.js';
import type { MediaType } from './media-types.js';
import { noProvenance, type Provenance, unreadable } from './provenance.js';
import { mayHaveProvenance, readProvenance } from './read-provenance.js';

/**
 * A process that decodes one file at a time. It is a process, because a thread that runs native
 * code can be stopped by nobody, and all threads of a process share the native decoders' pool. In
 * it one thread decodes, and the main thread watches what that costs.
 */
export interface DecodeRequest {
  type: MediaType;
  /** How many bytes of the input are the file: a pipe takes them as they are, a message would copy them. */
  sizeBytes: number;
  /** Certificates of signers of content credentials (PEM); null where no list of them is kept. */
  trusted: string | null;
}

/** What a file shows and says. Of a video only the content credentials are read here. */
export interface DecodedFile extends Decoded {
  provenance: Provenance;
}

export interface DecodeAnswer {
  /** Null when the library that decodes this type does not load. */
  file: DecodedFile | null;
  /** Whether the process is still decoding, or too large to be used again. */
  spent: boolean;
}

/** What the decoding thread is given. */
interface ThreadRequest extends Pick<DecodeRequest, 'type' | 'trusted'> {
  bytes: Uint8Array<ArrayBuffer>;
}

/** What the decoding thread says: which part of its work begins, its library loaded, and what came of it. */
type Progress =
  | { begins: 'decoding' | 'provenance' }
  | { pixels: number }
  | { fails: 'to load' }
  | { decoded: Decoded }
  | { provenance: Provenance };

/** Processor time of reading the content credentials of one file; hashing 20 MiB takes 0.1 s. */
const provenanceMilliseconds = 2_000;
const watchMilliseconds = 20;
/** A process that has grown beyond this is not used again. */
const reuseBytesMax = 256 * 1024 * 1024;

function decodeInProcess(port: NonNullable<typeof parentPort>): void {
  const say = (progress: Progress) => port.postMessage(progress);
  port.on('message', async ({ type, bytes, trusted }: ThreadRequest) => {
    if (isDecodedType(type)) {
      const decode = await openDecoder(type, (pixels) => say({ pixels })).catch(() => null);
      if (!decode) return say({ fails: 'to load' });
      say({ begins: 'decoding' });
      // A decoder may take the bytes for itself.
      const kept = type === 'application/pdf' ? bytes.slice() : bytes;
      const decoded = await decode(bytes);
      say({ decoded });
      bytes = kept;
    }
    if (!mayHaveProvenance(type, bytes)) return say({ provenance: noProvenance });
    const loaded = () => say({ begins: 'provenance' });
    say({ provenance: await readProvenance({ type, bytes }, trusted, loaded) });
  });
}

/** The next bytes of the input; the sender writes as many as it has said. */
function readInput(sizeBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(sizeBytes);
  let at = 0;
  return new Promise((resolve) => {
    const take = (part: Buffer) => {
      bytes.set(part, at);
      at += part.length;
      if (at < sizeBytes) return;
      process.stdin.off('data', take).pause();
      resolve(bytes);
    };
    process.stdin.on('data', take).resume();
    // Of an empty file nothing comes.
    take(Buffer.alloc(0));
  });
}

function watch(): void {
  // An orderly exit would wait for native code.
  const die = () => process.kill(process.pid, 'SIGKILL');
  process.on('disconnect', die);
  // It ends with its parent, which finishes what is under way, and not by the signals that reach both.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  // Nobody says so again when the parent ended while this was loading.
  if (!process.connected) die();
  const thread = new Worker(new URL(import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  let timer: NodeJS.Timeout | undefined;
  let type: MediaType = 'image/jpeg';
  /** Milliseconds of processor time for the part of the work that is running. */
  let most = 0;
  /** What is known already: a failure of what follows does not change it. */
  let decoded: Decoded | null = null;
  const answer = (file: DecodedFile | null, spent: boolean) => {
    clearInterval(timer);
    process.send?.({ file, spent } satisfies DecodeAnswer);
  };
  const fail = (content: Decoded['content'], reason: string) => {
    const provenance = decoded ? unreadable(reason) : noProvenance;
    answer({ ...(decoded ?? plain(content)), provenance }, true);
  };
  // Out of memory in JavaScript is a property of the file; a bug of a library is not.
  thread.on('error', (error: NodeJS.ErrnoException) => {
    const content = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooBig : unchecked;
    fail(content, 'reading them fails');
  });
  thread.on('message', (progress: Progress) => {
    if ('fails' in progress) return answer(null, true);
    if ('decoded' in progress) {
      decoded = progress.decoded;
      clearInterval(timer);
      return;
    }
    if ('pixels' in progress) {
      most = decodeMillisecondsMax(type, progress.pixels);
      return;
    }
    if ('provenance' in progress) {
      const file = { ...(decoded ?? plain(undecodable)), provenance: progress.provenance };
      // After an internal error the state of the decoder is unknown.
      const isFailed = file.content.outcome === 'unchecked';
      return answer(file, isFailed || process.memoryUsage.rss() > reuseBytesMax);
    }
    const before = process.cpuUsage();
    const isDecoding = progress.begins === 'decoding';
    most = isDecoding ? decodeMillisecondsMax(type) : provenanceMilliseconds;
    clearInterval(timer);
    timer = setInterval(() => {
      const { user, system } = process.cpuUsage(before);
      if ((user + system) / 1000 > most) {
        fail(tooLong(most), `reading them takes over ${provenanceMilliseconds / 1000} s`);
      } else if (process.memoryUsage.rss() > mediaBounds.decodeBytes) {
        fail(tooBig, 'reading them takes too much memory');
      }
    }, watchMilliseconds);
  });
  process.on('message', async (request: DecodeRequest) => {
    type = request.type;
    const isVideo = !isDecodedType(type);
    decoded = isVideo ? plain(undecodable) : null;
    const { trusted, sizeBytes } = request;
    const bytes = await readInput(sizeBytes);
    thread.postMessage({ type, trusted, bytes } satisfies ThreadRequest, [bytes.buffer]);
  });
}

if (parentPort && !isMainThread) decodeInProcess(parentPort);
else watch();
