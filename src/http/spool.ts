import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiError, errorText } from '../errors.js';

const readBytes = 64 * 1024;

export interface Spool {
  /** @throws ApiError `unavailable` if the temporary disk is full */
  append(chunk: Buffer): Promise<void>;
  read(): AsyncGenerator<Buffer>;
  close(): Promise<void>;
}

/** The system's error codes for a full disk and for too many open files. */
const noRoom = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EMFILE', 'ENFILE']);

function rejection(error: unknown): unknown {
  if (!noRoom.has((error as NodeJS.ErrnoException).code ?? '')) return error;
  const detail = errorText('error.no_room');
  return new ApiError('unavailable', detail, { headers: { 'retry-after': '30' }, cause: error });
}

/**
 * Opens a temporary file for bytes that cannot be checked yet. It is unlinked immediately, so that its bytes disappear
 * with the process.
 *
 * @throws ApiError `unavailable` if the temporary disk is full
 */
export async function openSpool(): Promise<Spool> {
  const path = join(tmpdir(), `spool-${randomUUID()}`);
  const file: FileHandle = await open(path, 'wx+', 0o600).catch((error) => {
    throw rejection(error);
  });
  await unlink(path);
  let sizeBytes = 0;
  return {
    async append(chunk) {
      // A nearly full disk can accept a part of the chunk.
      for (let done = 0; done < chunk.length; ) {
        const written = file.write(chunk, done, chunk.length - done, sizeBytes);
        const { bytesWritten } = await written.catch((error) => {
          throw rejection(error);
        });
        done += bytesWritten;
        sizeBytes += bytesWritten;
      }
    },
    async *read() {
      for (let offset = 0; offset < sizeBytes; ) {
        const length = Math.min(readBytes, sizeBytes - offset);
        const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, offset);
        offset += bytesRead;
        yield buffer.subarray(0, bytesRead);
      }
    },
    close: () => file.close(),
  };
}
