import { Worker } from 'node:worker_threads';
import { compiledUrl } from '../../lib/compiled.js';
import { minute } from '../../lib/units.js';
import { createPictureLanes, type PictureLanes } from '../evidence/picture-lanes.js';
import type { PlacedPhoto } from '../evidence/shrink-photo.js';
import type { ReportPdfModel } from './pdf/model.js';
import { isShownType, photoLimits } from './pdf/photos.js';
import type { RenderedPdf } from './pdf/signature-hole.js';
import type { FromWorker, ToWorker } from './report-pdf-worker.js';
import type { ContentEvidenceItem } from './report-schema.js';

export type { ReportPdfModel } from './pdf/model.js';

/** Hands out the bytes of an evidence file; null when they are not there. */
export type LoadMedia = (evidenceId: string) => Promise<Uint8Array | null>;

/** Renders report PDFs off the event loop. */
export interface ReportPdfRenderer {
  /**
   * One PDF. The pictures of all reports are shrunk in processes of their own, a few at a time and by
   * turns, so that none holds up another report; then the documents are made one after another. A
   * picture that cannot be shown is named. `loadMedia` is called once for each picture.
   *
   * @throws Error when `loadMedia` throws, the document takes longer than 60 s, or the renderer is
   *   closed
   */
  render(model: ReportPdfModel, loadMedia: LoadMedia): Promise<RenderedPdf>;
  /** Lets a document under way finish, for 1 s at most, and stops everything without waiting for it. */
  close(): Promise<void>;
}

const renderMsMax = minute;
const closeMsMax = 1_000;

/**
 * One worker thread, started with the first PDF and again after it has failed.
 * @param lanes closed with it
 */
export function createReportPdfRenderer(lanes = createPictureLanes()): ReportPdfRenderer {
  let worker: Worker | null = null;
  let queue: Promise<unknown> = Promise.resolve();
  let closed = false;

  const renderNow = (model: ReportPdfModel, photos: ReadonlyMap<string, PlacedPhoto>) => {
    if (closed) throw new Error('the PDF renderer is closed');
    worker ??= start();
    const current = worker;
    return converse(current, model, photos).catch((error: unknown) => {
      // After anything but an answer the state of the thread is unknown; it is left to end by itself.
      if (!(error instanceof RenderFailed)) stop(current);
      throw error;
    });
  };

  const start = () => {
    const started = new Worker(compiledUrl(import.meta.url, './report-pdf-worker.js'));
    // An error ends the thread; who waits for it hears of it in `converse`.
    started.on('error', () => {});
    started.on('exit', () => {
      if (worker === started) worker = null;
    });
    return started;
  };

  const stop = (stopped: Worker) => {
    if (worker === stopped) worker = null;
    // `terminate` waits for native code, so nobody waits for it.
    stopped.terminate().catch(() => {});
  };

  return {
    async render(model, loadMedia) {
      if (closed) throw new Error('the PDF renderer is closed');
      const photos = await shrinkPhotos(model, loadMedia, lanes);
      const result = queue.then(() => renderNow(model, photos));
      queue = result.catch(() => {});
      return result;
    },
    async close() {
      closed = true;
      lanes.close();
      const settled = queue.then(() => worker?.postMessage({ kind: 'close' } satisfies ToWorker));
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise((resolve) => {
        timer = setTimeout(resolve, closeMsMax);
      });
      await Promise.race([settled, late]);
      clearTimeout(timer);
      if (worker) stop(worker);
    },
  };
}

/** The photos of a report by evidence id, without those that cannot be shown. */
async function shrinkPhotos(
  { content }: ReportPdfModel,
  loadMedia: LoadMedia,
  lanes: PictureLanes,
): Promise<ReadonlyMap<string, PlacedPhoto>> {
  const shown = content.evidence_items.filter((item) => isShownType(item.media_type));
  const limits = photoLimits(shown.length);
  const failed = new AbortController();
  const photos = new Map<string, PlacedPhoto>();
  const shrink = async ({ evidence_id: id, media_type: mediaType }: ContentEvidenceItem) => {
    const load = async () => {
      const bytes = await loadMedia(id);
      return bytes && { bytes, mediaType };
    };
    const photo = await lanes.shrink(failed.signal, load, limits);
    // A copy of its own: the bytes lie in a message, which would be handed on with them.
    if (photo) photos.set(id, { ...photo, jpeg: new Uint8Array(photo.jpeg) });
  };
  try {
    await Promise.all(shown.map(shrink));
  } catch (error) {
    failed.abort();
    throw error;
  }
  return photos;
}

/** The document could not be made; the worker itself is well. */
class RenderFailed extends Error {}

function converse(
  worker: Worker,
  model: ReportPdfModel,
  photos: ReadonlyMap<string, PlacedPhoto>,
): Promise<RenderedPdf> {
  const { promise, resolve, reject } = settleable<RenderedPdf>();
  const onMessage = (message: FromWorker) => {
    if (message.kind === 'done') resolve(message.rendered);
    else reject(new RenderFailed(message.message));
  };
  const onExit = () => reject(new Error('the PDF worker stopped'));
  const timer = setTimeout(() => reject(new Error('the PDF took too long')), renderMsMax);
  worker.on('message', onMessage).on('error', reject).on('exit', onExit);
  worker.postMessage({ kind: 'render', model, photos } satisfies ToWorker);
  return promise.finally(() => {
    clearTimeout(timer);
    worker.off('message', onMessage).off('error', reject).off('exit', onExit);
  });
}

/** A promise and what settles it. */
function settleable<T>() {
  let resolve: (value: T) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
