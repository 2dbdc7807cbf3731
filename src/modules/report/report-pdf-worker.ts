import { parentPort } from 'node:worker_threads';
import type { ReportPdfModel } from './pdf/model.js';
import { renderPdf } from './pdf/render.js';
import type { RenderedPdf } from './pdf/signature-hole.js';

export type ToWorker =
  | { kind: 'render'; model: ReportPdfModel }
  | { kind: 'media'; evidenceId: string; bytes: Uint8Array | null }
  | { kind: 'close' };

export type FromWorker =
  | { kind: 'need'; evidenceId: string }
  | { kind: 'done'; rendered: RenderedPdf }
  | { kind: 'failed'; message: string };

if (!parentPort) throw new Error('report-pdf-worker runs as a worker thread only');
const port = parentPort;
const answer = (message: FromWorker, transfer: ArrayBuffer[] = []) =>
  port.postMessage(message, transfer);

/** Requests for bytes that are under way. */
const receivers = new Map<string, (bytes: Uint8Array | null) => void>();

port.on('message', (message: ToWorker) => {
  if (message.kind === 'media') {
    receivers.get(message.evidenceId)?.(message.bytes);
    // A resolver that stays holds the bytes of its picture for ever.
    receivers.delete(message.evidenceId);
  }
  if (message.kind === 'close') port.close();
  if (message.kind === 'render') {
    renderPdf(message.model, (evidenceId) => {
      return new Promise((resolve) => {
        receivers.set(evidenceId, resolve);
        answer({ kind: 'need', evidenceId });
      });
    }).then(
      ({ bytes, hole }) => {
        const own = new Uint8Array(bytes);
        answer({ kind: 'done', rendered: { bytes: own, hole } }, [own.buffer]);
      },
      (error: Error) => answer({ kind: 'failed', message: error.stack ?? error.message }),
    );
  }
});
