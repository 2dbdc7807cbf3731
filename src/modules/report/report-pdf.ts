import { Worker } from 'node:worker_threads';
import { compiledUrl } from '../../lib/compiled.js';
import type { ReportPdfModel } from './pdf/model.js';
import type { LoadMedia } from './pdf/render.js';
import type { RenderedPdf } from './pdf/signature-hole.js';
import type { FromWorker, ToWorker } from './report-pdf-worker.js';

export type { ReportPdfModel } from './pdf/model.js';
export type { LoadMedia } from './pdf/render.js';

/** Renders report PDFs off the event loop. */
export interface ReportPdfRenderer {
  /**
   * One PDF; requests wait for one another. `loadMedia` is asked for two files at a time.
   *
   * @throws Error when the rendering fails, takes longer than 60 s, or the renderer is closed
   */
  render(model: ReportPdfModel, loadMedia: LoadMedia): Promise<RenderedPdf>;
  /** Lets a rendering under way finish, for 1 s at most, and stops the worker. */
  close(): Promise<void>;
}

const renderMsMax = 60_000;
const closeMsMax = 1_000;

/** One worker thread, started with the first PDF and again after it has failed. */
export function createReportPdfRenderer(): ReportPdfRenderer {
  let worker: Worker | null = null;
  let queue: Promise<unknown> = Promise.resolve();
  let closed = false;

  const renderNow = (model: ReportPdfModel, loadMedia: LoadMedia) => {
    if (closed) throw new Error('the PDF renderer is closed');
    worker ??= start();
    const present = worker;
    return converse(present, model, loadMedia).catch(async (error: unknown) => {
      // After anything but an answer the state of the thread is unknown.
      if (!(error instanceof RenderFailed)) await present.terminate();
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

  return {
    render(model, loadMedia) {
      const result = queue.then(() => renderNow(model, loadMedia));
      queue = result.catch(() => {});
      return result;
    },
    async close() {
      closed = true;
      const settled = queue.then(() => worker?.postMessage({ kind: 'close' } satisfies ToWorker));
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise((resolve) => {
        timer = setTimeout(resolve, closeMsMax);
      });
      await Promise.race([settled, late]);
      clearTimeout(timer);
      await worker?.terminate();
      worker = null;
    },
  };
}

/** The document could not be made; the worker itself is well. */
class RenderFailed extends Error {}

function converse(
  worker: Worker,
  model: ReportPdfModel,
  loadMedia: LoadMedia,
): Promise<RenderedPdf> {
  let resolve: (pdf: RenderedPdf) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<RenderedPdf>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  const send = (message: ToWorker, transfer: ArrayBuffer[] = []) =>
    worker.postMessage(message, transfer);
  const onMessage = async (message: FromWorker) => {
    if (message.kind === 'done') return resolve(message.rendered);
    if (message.kind === 'failed') return reject(new RenderFailed(message.message));
    try {
      const bytes = await loadMedia(message.evidenceId);
      // A copy of its own, because a pooled buffer cannot be handed over.
      const own = bytes && new Uint8Array(bytes);
      send({ kind: 'media', evidenceId: message.evidenceId, bytes: own }, own ? [own.buffer] : []);
    } catch (error) {
      reject(error);
    }
  };
  const onExit = () => reject(new Error('the PDF worker stopped'));
  const timer = setTimeout(() => reject(new Error('the PDF took too long')), renderMsMax);
  worker.on('message', onMessage).on('error', reject).on('exit', onExit);
  send({ kind: 'render', model });
  return promise.finally(() => {
    clearTimeout(timer);
    worker.off('message', onMessage).off('error', reject).off('exit', onExit);
  });
}
