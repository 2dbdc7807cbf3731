import { randomBytes } from 'node:crypto';
import { photo } from '../../evidence/support/photos.js';
import type { TestApp } from '../../support/app.js';

/** A text or the bytes of a file that is to be nowhere. */
export type Needle = string | Buffer;

/** A photo, and bytes of it that no other file has: behind the end of a JPEG they are not shown. */
export async function markedPhoto(): Promise<{ file: Buffer; mark: Buffer }> {
  const mark = randomBytes(48);
  return { file: Buffer.concat([await photo(), mark]), mark };
}

/**
 * Looks through every document of every collection as the bytes that are stored, outboxes and files
 * included.
 *
 * @returns `<collection>: <needle>` for each that is found
 */
export async function tracesOf(app: TestApp, needles: readonly Needle[]): Promise<string[]> {
  const found: string[] = [];
  const wanted = needles.map((needle) => ({
    bytes: typeof needle === 'string' ? Buffer.from(needle) : needle,
    name: typeof needle === 'string' ? needle : 'photo',
  }));
  for (const { name: collection } of await app.db.listCollections().toArray()) {
    for await (const raw of app.db.collection(collection).find({}, { raw: true })) {
      const stored = raw as unknown as Buffer;
      for (const { bytes, name } of wanted) {
        if (Buffer.from(stored).includes(bytes)) found.push(`${collection}: ${name}`);
      }
    }
  }
  return found;
}

/** What an index holds follows from the documents; collections where a server finds that it does not. */
export async function indexesThatDisagree(app: TestApp): Promise<string[]> {
  const names = (await app.db.listCollections().toArray()).map(({ name }) => name);
  const judged = await Promise.all(
    names.map(async (name) => ({
      name,
      valid: (await app.db.command({ validate: name, full: true }))['valid'],
    })),
  );
  return judged.filter(({ valid }) => valid !== true).map(({ name }) => name);
}
