import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import busboy from 'busboy';
import { ApiError, type ErrorText, errorText } from '../errors.js';
import { quoted } from '../lib/quoted.js';
import { kibibyte, mebibyte, minute, second } from '../lib/units.js';
import { fileBytesMax, videoBytesMax } from '../limits.js';
import { formatSeconds } from '../messages/format-plain.js';
import type { Language } from '../messages/language.js';
import type { UploadedFile } from '../modules/evidence/upload-evidence.js';
import { openSpool, type Spool } from './spool.js';

export const uploadLimits = {
  /** Longest pause of the client, and longest upload. */
  idleMilliseconds: 30_000,
  totalMilliseconds: 15 * minute,
  fields: 16,
  /**
   * Longer values are truncated here. Every known field has a lower limit, so its own validation rejects a truncated
   * value.
   */
  fieldBytes: 32 * kibibyte,
  /** Largest file that precedes the fields needed to check it. */
  spoolBytes: fileBytesMax,
  bodyBytes: videoBytesMax + mebibyte,
};
export type UploadLimits = typeof uploadLimits;

/** Processes the file of an upload. */
export interface FileTaker<T> {
  /** Returns true if the fields received so far are sufficient to take the file. */
  ready(fields: ReadonlyMap<string, string>): boolean;
  /** Takes the file; reads it to its end or throws. */
  take(file: UploadedFile, fields: ReadonlyMap<string, string>): Promise<T>;
  /** Removes the result of `take` if the upload fails afterwards. */
  discard(taken: T): Promise<void>;
}

export interface Upload<T> {
  fields: ReadonlyMap<string, string>;
  /** True if there was a part named `file`, other than that of an empty file input. */
  hasFile: boolean;
  /** The result of `take`; null if it was never ready. */
  taken: T | null;
}

const malformed = (detail: ErrorText, cause?: unknown) =>
  new ApiError('bad_request', detail, { cause });

/** A request body that is read as it arrives. */
export interface UploadBody {
  contentType: string;
  chunks: AsyncIterator<Uint8Array>;
}

/**
 * Returns the body of a request, to be read once.
 *
 * @param incoming the underlying message, if available. Reading it directly applies back-pressure to the client,
 *   while its web stream would buffer without bound
 */
export function uploadBody(request: Request, incoming?: Readable): UploadBody {
  const contentType = request.headers.get('content-type') ?? '';
  // Stopping must not close the connection before the client reads the error.
  if (incoming) return { contentType, chunks: incoming.iterator({ destroyOnReturn: false }) };
  const body = request.body as WebStream<Uint8Array> | null;
  return { contentType, chunks: body?.values() ?? Readable.from([]).iterator() };
}

function tooSlow(limits: UploadLimits, altogether: boolean): ApiError {
  const milliseconds = altogether ? limits.totalMilliseconds : limits.idleMilliseconds;
  const time = (language: Language) => formatSeconds(language, milliseconds / second);
  const detail = altogether
    ? errorText('error.upload_time', { time })
    : errorText('error.upload_idle', { time });
  return new ApiError('request_timeout', detail);
}

/** Yields the body's chunks. Time counts only while waiting for the client. */
function timed(
  chunks: AsyncIterator<Uint8Array>,
  limits: UploadLimits,
  onBytes: (bytes: number) => void,
) {
  const deadline = Date.now() + limits.totalMilliseconds;
  let sizeBytes = 0;
  return async (): Promise<Buffer | null> => {
    const left = deadline - Date.now();
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      const patience = Math.max(0, Math.min(limits.idleMilliseconds, left));
      timer = setTimeout(() => reject(tooSlow(limits, left <= limits.idleMilliseconds)), patience);
    });
    const next = await Promise.race([chunks.next(), timeout]).finally(() => clearTimeout(timer));
    if (next.done) return null;
    sizeBytes += next.value.byteLength;
    if (sizeBytes > limits.bodyBytes) {
      const most = errorText('error.body_bytes', { max: limits.bodyBytes });
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
      const detail = errorText('error.file_before_token', { max: limits.spoolBytes });
      throw new ApiError('payload_too_large', detail);
    }
    await spool.append(chunk);
  }
}

/** Returns the maximum number of parts: every field and the file. */
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
        // The parser reports the limit at the boundary after a part: at the limit there is one too many.
        parts: partsMax(limits) + 1,
        headerPairs: 32,
      },
    });
  } catch (error) {
    throw malformed(errorText('error.multipart_boundary'), error);
  }
}

/** Returns true if an unread stream ends without a byte. An empty stream is read to its end. */
async function isEmpty(stream: Readable): Promise<boolean> {
  await once(stream, 'readable');
  if (stream.readableLength > 0) return false;
  stream.resume();
  return true;
}

export interface ReceiveOptions {
  limits?: UploadLimits;
  /** Receives the number of bytes that arrived; throws to end the upload. */
  onBytes?: (bytes: number) => void;
}

/** The metadata of a file part. */
type FilePart = Omit<UploadedFile, 'bytes'>;

/**
 * Reads a multipart upload with one part named `file`, as a stream. The file is passed on while it arrives, or written
 * to a temporary file if the fields it needs come after it. After an error, nothing of the upload is left.
 *
 * @throws ApiError `unsupported_media_type`, `bad_request` (malformed, incomplete, two files), `payload_too_large`,
 *   `request_timeout`, `unavailable` (no disk space); errors of the taker and of `onBytes`
 */
export async function receiveUpload<T>(
  body: UploadBody,
  taker: FileTaker<T>,
  { limits = uploadLimits, onBytes = () => {} }: ReceiveOptions = {},
): Promise<Upload<T>> {
  if (!/^multipart\/form-data\s*(;|$)/i.test(body.contentType)) {
    throw new ApiError('unsupported_media_type', errorText('error.send_multipart'));
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
  // Not Promise.race with a single failure promise, because that would hold every chunk until the end.
  const orFailure = <R>(work: Promise<R>) =>
    new Promise<R>((resolve, reject) => {
      giveUp = reject;
      if (state.failure) reject(state.failure.error);
      work.then(resolve, reject);
    });
  const fail = (error: unknown) => {
    state.failure ??= { error };
    giveUp(error);
    // Also ends the file's stream with an error, so that its reader stops.
    parser.destroy(new Error('the upload was given up'));
  };

  parser.on('error', (error) => fail(malformed(errorText('error.multipart'), error)));
  parser.on('field', (name, value) => {
    if (fields.has(name))
      fail(malformed(errorText('error.multipart_twice', { name: quoted(name) })));
    else fields.set(name, value);
  });
  parser.on('fieldsLimit', () =>
    fail(malformed(errorText('error.multipart_fields', { max: limits.fields }))),
  );
  // Parts without a name are neither fields nor files; each takes time to skip.
  parser.on('partsLimit', () =>
    fail(malformed(errorText('error.multipart_parts', { max: partsMax(limits) }))),
  );
  parser.on('filesLimit', () => fail(malformed(errorText('error.multipart_one_file'))));
  parser.on('file', (name, stream, info) => {
    // Handles the error of a stream that is destroyed before it has a reader.
    stream.on('error', () => {});
    // After a failure the parser finishes the current chunk, but would never end this file.
    if (state.failure) return;
    if (name !== 'file') {
      fail(malformed(errorText('error.multipart_file')));
      return;
    }
    const part: FilePart = {
      name: info.filename ? info.filename.slice(0, 255) : null,
      // A part without a type is text/plain by the multipart rules; evidence is never text.
      mediaType: info.mimeType === 'text/plain' ? null : info.mimeType,
    };
    const work = async () => {
      // A browser sends an empty file input as a part without a file name and content.
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
      fail(
        error instanceof ApiError
          ? error
          : malformed(errorText('error.multipart_interrupted'), error),
      );
    }
    await state.fileWork;
    if (state.failure) throw state.failure.error;
    if (state.spool && state.part && taker.ready(fields)) {
      const bytes = state.spool.read();
      state.taken = { value: await taker.take({ ...state.part, bytes }, fields) };
    }
    return { fields, hasFile: state.part !== null, taken: state.taken?.value ?? null };
  } catch (error) {
    // An unavailable database cannot be cleaned up now; its sweep does that.
    if (state.taken) await taker.discard(state.taken.value).catch(() => {});
    throw error;
  } finally {
    // Releases the body while the client can still be sending.
    body.chunks.return?.()?.catch(() => {});
    await state.spool?.close();
  }
}
