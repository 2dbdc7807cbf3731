import type { OpenFileStore } from '../../lib/files/file-store.js';
import type { ModeServices } from '../../services.js';
import type { Wired } from '../../wiring.js';
import { createEvidenceFiles, type EvidenceFiles } from './evidence-files.js';
import type { MediaDecoder } from './media-decoder.js';
import type { PictureLanes } from './picture-lanes.js';
import { createPreviewFiles, type PreviewFiles } from './preview-files.js';
import type { UploadGate } from './upload-gate.js';

declare module '../../services.js' {
  interface ModeServices {
    evidenceFiles: EvidenceFiles;
    evidencePreviews: PreviewFiles;
  }
  interface Services {
    /** Limits the uploads in progress in this process. */
    uploads: UploadGate;
  }
}

export function wireEvidence(
  { db }: Pick<ModeServices, 'db'>,
  {
    decoder,
    pictureLanes,
    openFiles,
  }: { decoder: MediaDecoder; pictureLanes: PictureLanes; openFiles: OpenFileStore },
): Wired<'evidenceFiles' | 'evidencePreviews'> {
  const files = openFiles({ database: db.databaseName, kind: 'evidence' });
  const evidenceFiles = createEvidenceFiles(db, files, decoder);
  return {
    services: {
      evidenceFiles,
      evidencePreviews: createPreviewFiles(db, evidenceFiles, pictureLanes),
    },
    ensureIndexes: evidenceFiles.ensureIndexes,
    stop: evidenceFiles.stop,
  };
}
