import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiError } from '../errors.js';

const readBytes = 64 * 1024;

export interface Spool {
  /** @throws ApiError `unavailable` when the temporary disk is full */
  append(chunk: Buffer): Promise<void>;
  read(): AsyncGenerator<Buffer>;
  close(): Promise<void>;
}

/** What the system says when there is no room, and when too many files are open. */
const noRoom = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EMFILE', 'ENFILE']);

function rejection(error: unknown): unknown {
  if (!noRoom.has((error as NodeJS.ErrnoException).code ?? '')) return error;
  const detail =
    'The server has no space to buffer the file; send the fields before the file, or retry later.';
  return new ApiError('unavailable', detail, { headers: { 'retry-after': '30' }, cause: error });
}

/**
 * A temporary file for bytes that cannot be judged yet. Its name is removed at once, so that the
 * bytes go with the process, however it ends.
 *
 * @throws ApiError `unavailable` when the temporary disk is full
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
      // A disk that is nearly full takes a part.
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
