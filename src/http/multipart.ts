import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import busboy from 'busboy';
import { ApiError } from '../errors.js';
import { kibibyte, mebibyte, minute, second } from '../lib/units.js';
import { fileBytesMax, videoBytesMax } from '../limits.js';
import type { UploadedFile } from '../modules/evidence/upload-evidence.js';
import { openSpool, type Spool } from './spool.js';

export const uploadLimits = {
  /** Longest pause of the client, and longest upload. */
  idleMilliseconds: 30_000,
  totalMilliseconds: 15 * minute,
  fields: 16,
  /**
   * Longer values are cut here. Every known field allows less, so a cut one is refused by its own
   * rule.
   */
  fieldBytes: 32 * kibibyte,
  /** Largest file that comes before the fields by which it is judged. */
  spoolBytes: fileBytesMax,
  bodyBytes: videoBytesMax + mebibyte,
};
export type UploadLimits = typeof uploadLimits;

/** What is done with the file of an upload. */
export interface FileTaker<T> {
  /** Whether the fields that came so far are enough to take the file. */
  ready(fields: ReadonlyMap<string, string>): boolean;
  /** Takes the file; reads it to its end or throws. */
  take(file: UploadedFile, fields: ReadonlyMap<string, string>): Promise<T>;
  /** Removes what `take` made, when the upload fails after it. */
  discard(taken: T): Promise<void>;
}

export interface Upload<T> {
  fields: ReadonlyMap<string, string>;
  /** Whether there was a part named `file`, other than of an empty file input. */
  hasFile: boolean;
  /** What `take` made of it; null when it was never ready. */
  taken: T | null;
}

const malformed = (detail: string, cause?: unknown) =>
  new ApiError('bad_request', detail, { cause });

/** A request body that is read as it arrives. */
export interface UploadBody {
  contentType: string;
  chunks: AsyncIterator<Uint8Array>;
}

/**
 * The body of a request, to be read once.
 *
 * @param incoming the message that the request came in, where there is one: read directly it keeps
 *   the client waiting while we are busy, where its web stream would buffer without bound
 */
export function uploadBody(request: Request, incoming?: Readable): UploadBody {
  const contentType = request.headers.get('content-type') ?? '';
  // Giving up must not cut the connection before the refusal is read.
  if (incoming) return { contentType, chunks: incoming.iterator({ destroyOnReturn: false }) };
  const body = request.body as WebStream<Uint8Array> | null;
  return { contentType, chunks: body?.values() ?? Readable.from([]).iterator() };
}

/** The body's chunks, with the clock running only while the client is waited for. */
function timed(
  chunks: AsyncIterator<Uint8Array>,
  limits: UploadLimits,
  onBytes: (bytes: number) => void,
) {
  const deadline = Date.now() + limits.totalMilliseconds;
  let sizeBytes = 0;
  return async (): Promise<Buffer | null> => {
    const left = deadline - Date.now();
    const detail =
      left <= limits.idleMilliseconds
        ? `The upload took longer than ${limits.totalMilliseconds / minute} min.`
        : `No data arrived for ${limits.idleMilliseconds / second} s.`;
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      const patience = Math.max(0, Math.min(limits.idleMilliseconds, left));
      timer = setTimeout(() => reject(new ApiError('request_timeout', detail)), patience);
    });
    const next = await Promise.race([chunks.next(), timeout]).finally(() => clearTimeout(timer));
    if (next.done) return null;
    sizeBytes += next.value.byteLength;
    if (sizeBytes > limits.bodyBytes) {
      const most = `The body is larger than ${limits.bodyBytes} bytes.`;
      throw new ApiError('payload_too_large', most);
    }
    onBytes(next.value.byteLength);
    return Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength);
  };
}

async function fillSpool(spool: Spool, file: AsyncIterable<Buffer>, limits: UploadLimits) {
  let sizeBytes = 0;
  for await (const chunk of file) {
    sizeBytes += chunk.length;
    if (sizeBytes > limits.spoolBytes) {
      const detail = `A file sent before its token may have at most ${limits.spoolBytes} bytes; send the fields first.`;
      throw new ApiError('payload_too_large', detail);
    }
    await spool.append(chunk);
  }
}

/** Every field and the file. */
const partsMax = ({ fields }: UploadLimits) => fields + 1;

function createParser(contentType: string, limits: UploadLimits) {
  try {
    return busboy({
      headers: { 'content-type': contentType },
      defParamCharset: 'utf8',
      limits: {
        fields: limits.fields,
        fieldSize: limits.fieldBytes,
        fieldNameSize: 100,
        files: 1,
        // Heard of at the boundary behind a part: at the limit there is one too many.
        parts: partsMax(limits) + 1,
        headerPairs: 32,
      },
    });
  } catch (error) {
    throw malformed('The multipart body has no boundary.', error);
  }
}

/** Whether a stream that nobody has read ends without a byte; such a one is read to its end. */
async function isEmpty(stream: Readable): Promise<boolean> {
  await once(stream, 'readable');
  if (stream.readableLength > 0) return false;
  stream.resume();
  return true;
}

export interface ReceiveOptions {
  limits?: UploadLimits;
  /** Hears how many bytes came; throws to end the upload. */
  onBytes?: (bytes: number) => void;
}

/** What a part says of the file in it. */
type FilePart = Omit<UploadedFile, 'bytes'>;

/**
 * Reads a multipart upload with one part named `file`, as a stream: the file is handed on while it
 * arrives, or put aside in a temporary file when the fields it needs come after it. Whenever this
 * throws, nothing of the upload is left.
 *
 * @throws ApiError `unsupported_media_type`, `bad_request` (malformed, broken off, two files),
 *   `payload_too_large`, `request_timeout`, `unavailable` (no room); what the taker and `onBytes`
 *   throw
 */
export async function receiveUpload<T>(
  body: UploadBody,
  taker: FileTaker<T>,
  { limits = uploadLimits, onBytes = () => {} }: ReceiveOptions = {},
): Promise<Upload<T>> {
  if (!/^multipart\/form-data\s*(;|$)/i.test(body.contentType)) {
    throw new ApiError('unsupported_media_type', 'Send multipart/form-data.');
  }
  const parser = createParser(body.contentType, limits);
  const fields = new Map<string, string>();
  const state: {
    part: FilePart | null;
    spool: Spool | null;
    taken: { value: T } | null;
    failure: { error: unknown } | null;
    fileWork: Promise<void>;
  } = { part: null, spool: null, taken: null, failure: null, fileWork: Promise.resolve() };

  let giveUp: (error: unknown) => void = () => {};
  // Not Promise.race with one promise of failure: that would hold every chunk until the end.
  const orFailure = <R>(work: Promise<R>) =>
    new Promise<R>((resolve, reject) => {
      giveUp = reject;
      if (state.failure) reject(state.failure.error);
      work.then(resolve, reject);
    });
  const fail = (error: unknown) => {
    state.failure ??= { error };
    giveUp(error);
    // Ends the file's stream with an error too, so that its reader stops.
    parser.destroy(new Error('the upload was given up'));
  };

  parser.on('error', (error) =>
    fail(malformed('The multipart body is malformed or incomplete.', error)),
  );
  parser.on('field', (name, value) => {
    if (fields.has(name))
      fail(malformed(`The field ${JSON.stringify(name)} occurs more than once.`));
    else fields.set(name, value);
  });
  parser.on('fieldsLimit', () =>
    fail(malformed(`The form has more than ${limits.fields} fields.`)),
  );
  // Parts without a name are neither fields nor files; each takes time to skip.
  parser.on('partsLimit', () =>
    fail(malformed(`The form has more than ${partsMax(limits)} parts.`)),
  );
  parser.on('filesLimit', () => fail(malformed('Send one file, in the part named "file".')));
  parser.on('file', (name, stream, info) => {
    // A stream that is destroyed before anybody reads it would raise its error unheard.
    stream.on('error', () => {});
    // The parser reads the piece that it was given up in to its end, but would never end this file.
    if (state.failure) return;
    if (name !== 'file') {
      fail(malformed('Send the file in the part named "file".'));
      return;
    }
    const part: FilePart = {
      name: info.filename ? info.filename.slice(0, 255) : null,
      // A part without a type is text/plain by the multipart rules; no evidence is text.
      mediaType: info.mimeType === 'text/plain' ? null : info.mimeType,
    };
    const work = async () => {
      // A browser sends an empty file input as a part without a file name and without content.
      if (part.name === null && (await isEmpty(stream))) return;
      state.part = part;
      if (taker.ready(fields)) {
        state.taken = { value: await taker.take({ ...part, bytes: stream }, fields) };
      } else {
        state.spool = await openSpool();
        await fillSpool(state.spool, stream, limits);
      }
    };
    state.fileWork = work().catch(fail);
  });

  try {
    const next = timed(body.chunks, limits, onBytes);
    try {
      const parsed = once(parser, 'close');
      parsed.catch(() => {});
      for (;;) {
        const chunk = await orFailure(next());
        if (chunk === null) break;
        if (!parser.write(chunk)) await orFailure(once(parser, 'drain'));
      }
      parser.end();
      await orFailure(parsed);
    } catch (error) {
      fail(error instanceof ApiError ? error : malformed('The upload was interrupted.', error));
    }
    await state.fileWork;
    if (state.failure) throw state.failure.error;
    if (state.spool && state.part && taker.ready(fields)) {
      const bytes = state.spool.read();
      state.taken = { value: await taker.take({ ...state.part, bytes }, fields) };
    }
    return { fields, hasFile: state.part !== null, taken: state.taken?.value ?? null };
  } catch (error) {
    // A database that is gone cannot be tidied now; its sweep does it.
    if (state.taken) await taker.discard(state.taken.value).catch(() => {});
    throw error;
  } finally {
    // Releases the body; its sender may still be sending.
    body.chunks.return?.()?.catch(() => {});
    await state.spool?.close();
  }
}
