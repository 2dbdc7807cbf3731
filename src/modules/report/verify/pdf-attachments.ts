import { inflateSync } from 'node:zlib';
import {
  type PdfDict,
  type PdfFile,
  PdfShapeError,
  type PdfString,
  type PdfValue,
} from './pdf-syntax.js';

const attachmentBytesMax = 16 * 1024 * 1024;

/**
 * Returns the files embedded in a PDF by name.
 *
 * @throws PdfShapeError if it has an attachment outside its list of embedded files
 */
export function readAttachments(file: PdfFile): Map<string, Buffer> {
  const catalog = dictionary(file, file.trailer.get('/Root'));
  const names = dictionary(file, catalog.get('/Names'));
  const list = dictionary(file, names.get('/EmbeddedFiles')).get('/Names');
  if (!Array.isArray(list)) throw new PdfShapeError('no list of embedded files');
  const attachments = new Map<string, Buffer>();
  for (let index = 0; index + 1 < list.length; index += 2) {
    const name = string(list[index]);
    const spec = dictionary(file, list[index + 1]);
    if (
      attachments.has(name) ||
      string(spec.get('/F')) !== name ||
      string(spec.get('/UF')) !== name
    ) {
      throw new PdfShapeError(`the embedded file ${name} has more than one name`);
    }
    attachments.set(name, embeddedFile(file, dictionary(file, spec.get('/EF')), name));
  }
  rejectOthers(file, attachments.size);
  return attachments;
}

function embeddedFile(file: PdfFile, spec: PdfDict, name: string): Buffer {
  const target = spec.get('/F');
  const object = isRef(target) ? file.objects.get(target.ref) : undefined;
  const head = object?.value;
  if (spec.size !== 1 || !object?.stream || !(head instanceof Map)) {
    throw new PdfShapeError(`the embedded file ${name} has no one content`);
  }
  if (head.get('/Filter') !== '/FlateDecode') {
    throw new PdfShapeError(`the embedded file ${name} is encoded otherwise than it should be`);
  }
  try {
    return inflateSync(object.stream, { maxOutputLength: attachmentBytesMax });
  } catch {
    throw new PdfShapeError(`the embedded file ${name} cannot be unpacked`);
  }
}

/** Rejects attachments outside the list: each has a file specification with an `/EF`. */
function rejectOthers(file: PdfFile, listed: number): void {
  let found = 0;
  const visit = (value: PdfValue): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!(value instanceof Map)) return;
    if (value.has('/EF')) found++;
    if (value.get('/Type') === '/ObjStm' || value.get('/Type') === '/XRef' || value.has('/RF')) {
      throw new PdfShapeError('it hides objects from a plain reading');
    }
    value.forEach(visit);
  };
  for (const { value } of file.objects.values()) visit(value);
  if (found !== listed) throw new PdfShapeError('it carries attachments outside its one list');
}

/** Returns the language that a PDF declares for its pages; null for none. */
export function readLanguage(file: PdfFile): string | null {
  const language = dictionary(file, file.trailer.get('/Root')).get('/Lang');
  const isText = typeof language === 'object' && language !== null && 'text' in language;
  return isText ? (language as PdfString).text : null;
}

/** Returns a dictionary, given directly or by reference. @throws PdfShapeError for anything else */
export function dictionary(file: PdfFile, value: PdfValue | undefined): PdfDict {
  const resolved = isRef(value) ? file.objects.get(value.ref)?.value : value;
  if (!(resolved instanceof Map)) throw new PdfShapeError('a dictionary is missing');
  return resolved;
}

function string(value: PdfValue | undefined): string {
  if (value === null || typeof value !== 'object' || !('text' in value)) {
    throw new PdfShapeError('an embedded file has no name');
  }
  return (value as PdfString).text;
}

const isRef = (value: PdfValue | undefined): value is { ref: number } =>
  typeof value === 'object' && value !== null && 'ref' in value;
