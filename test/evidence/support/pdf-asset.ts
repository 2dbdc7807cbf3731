import type { Asset } from '@trustnxt/c2pa-ts/asset';

/**
 * Returns a PDF of one empty page with space for a manifest store, as C2PA requires (A.4): an associated file with
 * the relationship `C2PA_Manifest`, in a stream without a filter. The library cannot write one.
 */
function pdfWithStore(length: number): { bytes: Uint8Array; at: number } {
  const stream = `<< /Type /EmbeddedFile /Length ${length} >>\nstream\n${' '.repeat(length)}\nendstream`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /AF [4 0 R] /Names << /EmbeddedFiles << /Names [(manifest) 4 0 R] >> >> >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>',
    '<< /Type /Filespec /F (manifest.c2pa) /AFRelationship /C2PA_Manifest /EF << /F 5 0 R >> >>',
    stream,
  ];
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const at = text.indexOf('stream\n') + 'stream\n'.length;
  const table = `xref\n0 6\n0000000000 65535 f \n${offsets.join('')}`;
  const end = `trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return { bytes: new Uint8Array(Buffer.from(text + table + end, 'latin1')), at };
}

/** Returns such a PDF as an asset for signing with the library. */
export function pdfAsset(): Asset {
  let { bytes, at } = pdfWithStore(0);
  let size = 0;
  return {
    mimeType: 'application/pdf',
    dumpInfo: () => '',
    getManifestJUMBF: () => bytes.subarray(at, at + size),
    getDataLength: () => bytes.length,
    getDataRange: async (start = 0, length = bytes.length - start) =>
      bytes.subarray(start, start + length),
    getHashExclusionRange: () => ({ start: at, length: size }),
    async ensureManifestSpace(length) {
      ({ bytes, at } = pdfWithStore(length));
      size = length;
    },
    async writeManifestJUMBF(store) {
      bytes.set(store, at);
    },
  };
}
