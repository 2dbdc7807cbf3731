import type { Services } from '../../services.js';
import { type PhotographedJob, type TakenPhoto, takePhoto } from './act.js';
import type { PhotoAct } from './plan.js';

/**
 * Photos of coming acts, taken while earlier acts are performed: most of the time of an act is drawing its photo and
 * decoding the file in another process. The acts themselves stay in order, and so do their events.
 */
export function createPhotosAhead(services: Pick<Services, 'evidenceFiles'>) {
  const photos = new Map<PhotoAct, Promise<TakenPhoto>>();

  return {
    /** Begins to take the photo of an act, unless it has begun. */
    begin(job: PhotographedJob, act: PhotoAct): void {
      if (photos.has(act)) return;
      const photo = takePhoto(services, job, act);
      // `take` returns the error.
      photo.catch(() => {});
      photos.set(act, photo);
    },

    /** Returns the photo of an act, which belongs to its job from then on. @throws errors of `takePhoto` */
    take(job: PhotographedJob, act: PhotoAct): Promise<TakenPhoto> {
      const photo = photos.get(act) ?? takePhoto(services, job, act);
      photos.delete(act);
      return photo;
    },

    /** Deletes the photos of acts that were not performed. The sweep deletes those that this fails to delete. */
    async discard(): Promise<void> {
      const left = [...photos.values()].map(async (photo) => {
        const { file } = await photo;
        await services.evidenceFiles.discard(file.fileId);
      });
      await Promise.allSettled(left);
    },
  };
}
