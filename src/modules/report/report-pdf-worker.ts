import { parentPort } from 'node:worker_threads';
import type { PlacedPhoto } from '../evidence/shrink-photo.js';
import type { ReportPdfModel } from './pdf/model.js';
import { renderPdf } from './pdf/render.js';
import type { RenderedPdf } from './pdf/signature-hole.js';

export type ToWorker =
  | { kind: 'render'; model: ReportPdfModel; photos: ReadonlyMap<string, PlacedPhoto> }
  | { kind: 'close' };

export type FromWorker =
  | { kind: 'done'; rendered: RenderedPdf }
  | { kind: 'failed'; message: string };

if (!parentPort) throw new Error('report-pdf-worker runs as a worker thread only');
const port = parentPort;
const answer = (message: FromWorker, transfer: ArrayBuffer[] = []) =>
  port.postMessage(message, transfer);

port.on('message', (message: ToWorker) => {
  if (message.kind === 'close') {
    port.close();
    return;
  }
  renderPdf(message.model, message.photos).then(
    (rendered) => {
      const own = new Uint8Array(rendered.bytes);
      answer({ kind: 'done', rendered: { ...rendered, bytes: own } }, [own.buffer]);
    },
    (error: Error) => answer({ kind: 'failed', message: error.stack ?? error.message }),
  );
});
