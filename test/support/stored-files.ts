import { text } from 'node:stream/consumers';
import { openBucket } from '../../src/lib/files/bucket.js';
import type { TestApp } from './app.js';

/** Returns the ids of the files of a kind, in order, from the storage that the app uses. */
export async function fileIds(
  { db, services }: TestApp,
  kind: 'evidence' | 'pdfs',
): Promise<string[]> {
  const { files } = services.config;
  if (!files) {
    const stored = await db.collection(`${kind}.files`).find().toArray();
    return stored.map(({ filename }) => filename as string).sort();
  }
  const bucket = openBucket(files.bucket, services.log);
  const query = { 'list-type': '2', prefix: `${db.databaseName}/${kind}/` };
  const list = await text(await bucket.call({ method: 'GET', key: '', query, expected: [200] }));
  bucket.close();
  return [...list.matchAll(/<Key>[^<]+\/([^<]+)<\/Key>/g)].map(([, id]) => id!).sort();
}
