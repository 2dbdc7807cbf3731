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

/** Loads the bytes of an evidence file; null if they do not exist. */
export type LoadMedia = (evidenceId: string) => Promise<Uint8Array | null>;

/** Renders report PDFs off the event loop. */
export interface ReportPdfRenderer {
  /**
   * Renders one PDF. The photos of all reports are scaled down in separate processes, a few at a time and in
   * round-robin order, so that no report blocks another; then the documents are made one after another. A photo that
   * cannot be shown is named. `loadMedia` is called once for each photo.
   *
   * @throws Error if `loadMedia` throws, the document takes longer than 60 s, or the renderer is closed
   */
  render(model: ReportPdfModel, loadMedia: LoadMedia): Promise<RenderedPdf>;
  /** Waits up to 1 s for the current document, then stops everything without waiting for it. */
  close(): Promise<void>;
}

const renderMsMax = minute;
const closeMsMax = 1_000;

/**
 * Uses one worker thread, started with the first PDF and again after a failure.
 * @param lanes closed with the renderer
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
      // After any other error the state of the thread is unknown, so it is terminated.
      if (!(error instanceof RenderFailed)) stop(current);
      throw error;
    });
  };

  const start = () => {
    const started = new Worker(compiledUrl(import.meta.url, './report-pdf-worker.js'));
    // An error ends the thread; `converse` rejects.
    started.on('error', () => {});
    started.on('exit', () => {
      if (worker === started) worker = null;
    });
    return started;
  };

  const stop = (stopped: Worker) => {
    if (worker === stopped) worker = null;
    // `terminate` waits for native code, so it is not awaited.
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

/** Returns the photos of a report by evidence id, without those that cannot be shown. */
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
    // Copied, because the bytes share a buffer with a message, which would be transferred with them.
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

/** The document could not be made; the worker is still usable. */
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

/** A promise and the functions that settle it. */
function settleable<T>() {
  let resolve: (value: T) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
