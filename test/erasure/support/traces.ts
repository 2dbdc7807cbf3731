import { randomBytes } from 'node:crypto';
import type { Db } from 'mongodb';
import { photo } from '../../evidence/support/photos.js';
import type { TestApp } from '../../support/app.js';

/** A text, or bytes of a file, that must not be stored anywhere. */
export type Needle = string | Buffer;

/** Returns a photo with unique bytes after the end of the JPEG, which are not displayed. */
export async function markedPhoto(): Promise<{ file: Buffer; mark: Buffer }> {
  const mark = randomBytes(48);
  return { file: Buffer.concat([await photo(), mark]), mark };
}

/**
 * Searches the stored bytes of every document in every collection, including outboxes and files.
 *
 * @returns `<collection>: <needle>` for each match
 */
export async function documentsWith(db: Db, needles: readonly Needle[]): Promise<string[]> {
  const found: string[] = [];
  const wanted = needles.map((needle) => ({
    bytes: typeof needle === 'string' ? Buffer.from(needle) : needle,
    name: typeof needle === 'string' ? needle : 'photo',
  }));
  for (const { name: collection } of await db.listCollections().toArray()) {
    for await (const raw of db.collection(collection).find({}, { raw: true })) {
      const stored = Buffer.from(raw as unknown as Uint8Array);
      for (const { bytes, name } of wanted) {
        if (stored.includes(bytes)) found.push(`${collection}: ${name}`);
      }
    }
  }
  return found;
}

/** Searches the database of an app. */
export const tracesOf = (app: TestApp, needles: readonly Needle[]): Promise<string[]> =>
  documentsWith(app.db, needles);

/** Returns the collections whose indexes the server finds inconsistent with the documents. */
export async function indexesThatDisagree(app: TestApp): Promise<string[]> {
  const names = (await app.db.listCollections().toArray()).map(({ name }) => name);
  const checked = await Promise.all(
    names.map(async (name) => ({
      name,
      valid: (await app.db.command({ validate: name, full: true }))['valid'],
    })),
  );
  return checked.filter(({ valid }) => valid !== true).map(({ name }) => name);
}
