import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const readBytes = 64 * 1024;

export interface Spool {
  append(chunk: Buffer): Promise<void>;
  read(): AsyncGenerator<Buffer>;
  close(): Promise<void>;
}

/**
 * A temporary file for bytes that cannot be judged yet. Its name is removed at once, so that the
 * bytes go with the process, however it ends.
 */
export async function openSpool(): Promise<Spool> {
  const path = join(tmpdir(), `spool-${randomUUID()}`);
  const file: FileHandle = await open(path, 'wx+', 0o600);
  await unlink(path);
  let sizeBytes = 0;
  return {
    async append(chunk) {
      await file.write(chunk, 0, chunk.length, sizeBytes);
      sizeBytes += chunk.length;
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
