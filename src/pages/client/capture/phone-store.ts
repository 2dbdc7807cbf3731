import {
  createStore,
  delMany,
  get,
  getMany,
  keys,
  promisifyRequest,
  set,
  setMany,
} from 'idb-keyval';
import type { StoredPhoto } from './photo.js';
import type { Answering } from './questions.js';
import type { Task } from './task.js';

/**
 * Data stored on the phone, in one IndexedDB store, by job id and without a token:
 * `photo` (the record), `bytes` (of the photo, as ArrayBuffer: Safari loses blobs), `task`, `leftOut`, `answering`.
 */
const store = createStore('capture', 'kept');

const photoKey = ({ jobId, id }: StoredPhoto) => ['photo', jobId, id];
const bytesKey = ({ jobId, id }: StoredPhoto) => ['bytes', jobId, id];

/** Photos that the browser could not store, kept while the page is open. */
const unkept = new Map<string, { photo: StoredPhoto; bytes: ArrayBuffer }>();

/**
 * Stores a photo with its bytes, in one transaction.
 * @returns false if the browser could not store it and only the page holds it
 */
export async function keepPhoto(photo: StoredPhoto, bytes: ArrayBuffer): Promise<boolean> {
  try {
    await setMany(
      [
        [photoKey(photo), photo],
        [bytesKey(photo), bytes],
      ],
      store,
    );
    return true;
  } catch {
    unkept.set(photo.id, { photo, bytes });
    return false;
  }
}

/**
 * Changes the record of a photo, unless another tab has sent or discarded it: a record without its bytes
 * would stay in the queue forever.
 * @returns false if the photo is no longer stored
 */
export async function changePhoto(photo: StoredPhoto): Promise<boolean> {
  const held = unkept.get(photo.id);
  if (held) {
    unkept.set(photo.id, { ...held, photo });
    return true;
  }
  return store('readwrite', async (kept) => {
    const isKept = (await promisifyRequest(kept.count(photoKey(photo)))) > 0;
    if (isKept) kept.put(photo, photoKey(photo));
    await promisifyRequest(kept.transaction);
    return isKept;
  });
}

export async function dropPhoto(photo: StoredPhoto): Promise<void> {
  if (!unkept.delete(photo.id)) await delMany([photoKey(photo), bytesKey(photo)], store);
}

export const bytesOf = async (photo: StoredPhoto): Promise<ArrayBuffer | undefined> =>
  unkept.get(photo.id)?.bytes ?? get<ArrayBuffer>(bytesKey(photo), store);

/** Returns the photos of a job, including drafts, or of every job. */
export async function keptPhotos(jobId?: string): Promise<StoredPhoto[]> {
  const held = [...unkept.values()].map(({ photo }) => photo);
  const own = (photo: StoredPhoto | undefined): photo is StoredPhoto =>
    photo !== undefined && (jobId === undefined || photo.jobId === jobId);
  try {
    const all = (await keys<string[]>(store)).filter(([kind]) => kind === 'photo');
    // Another tab may have sent one between the two reads.
    return [...(await getMany<StoredPhoto>(all, store)), ...held].filter(own);
  } catch {
    return held.filter(own);
  }
}

export const keepTask = (task: Task) => set(['task', task.job_id], task, store);
export const keptTask = (jobId: string) => get<Task>(['task', jobId], store);

export const keepLeftOut = (jobId: string, steps: readonly string[]) =>
  set(['leftOut', jobId], steps, store);
export const keptLeftOut = async (jobId: string) =>
  (await get<string[]>(['leftOut', jobId], store)) ?? [];

export const keepAnswering = (jobId: string, answering: Answering) =>
  set(['answering', jobId], answering, store);
export const keptAnswering = (jobId: string) => get<Answering>(['answering', jobId], store);
export const forgetAnswering = (jobId: string) => delMany([['answering', jobId]], store);

/** Forgets a task that is over; photos and answers that were not sent stay. */
export const forgetTask = (jobId: string) =>
  delMany(
    [
      ['task', jobId],
      ['leftOut', jobId],
    ],
    store,
  );
