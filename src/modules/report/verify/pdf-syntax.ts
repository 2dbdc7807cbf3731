/** A file that is not a PDF in the form that this service writes. */
export class PdfShapeError extends Error {}

export interface PdfRef {
  ref: number;
}
export type PdfDict = Map<string, PdfValue>;
/** Names carry a leading slash, strings their bytes as Latin-1 characters. */
export type PdfValue = null | boolean | number | string | PdfString | PdfRef | PdfValue[] | PdfDict;
export interface PdfString {
  text: string;
}

export interface PdfObject {
  value: PdfValue;
  /** Bytes between `stream` and `endstream`, unchanged. */
  stream: Buffer | null;
}

export interface PdfFile {
  trailer: PdfDict;
  objects: Map<number, PdfObject>;
}

const nestingMax = 40;

/**
 * Reads a PDF in the form that this service writes: header, objects, one cross-reference table that accounts for every
 * byte of them, one trailer, nothing after it. Incremental updates, object streams, gaps and repeated dictionary keys,
 * which could make two readers see different files, are rejected.
 *
 * @throws PdfShapeError for any other form
 */
export function readPdf(bytes: Buffer): PdfFile {
  const text = bytes.toString('latin1');
  const header = /^%PDF-1\.\d\n%\xff\xff\xff\xff\n/.exec(text);
  const end = /\nstartxref\n(\d{1,10})\n%%EOF\n$/.exec(text.slice(-64));
  if (!header || !end) throw new PdfShapeError('not a PDF as this service writes it');
  const tableAt = Number(end[1]);
  const offsets = readTable(text, tableAt);
  const scanner = new Scanner(text, bytes, offsets.afterTable);
  scanner.expect('trailer\n');
  const trailer = scanner.value();
  if (scanner.at !== text.length - end[0].length) {
    throw new PdfShapeError('the trailer is not the last thing in the file');
  }
  if (!(trailer instanceof Map) || trailer.has('/Encrypt') || trailer.has('/Prev')) {
    throw new PdfShapeError('the trailer is not as this service writes it');
  }
  return { trailer, objects: readObjects(text, bytes, offsets.ids, header[0].length, tableAt) };
}

function readTable(text: string, tableAt: number) {
  const head = /^xref\n0 (\d{1,7})\n0000000000 65535 f \n/.exec(text.slice(tableAt, tableAt + 60));
  if (!head) throw new PdfShapeError('no cross-reference table where the file says');
  const ids = new Map<number, number>();
  let at = tableAt + head[0].length;
  for (let id = 1; id < Number(head[1]); id++, at += 20) {
    const entry = /^(\d{10}) 00000 n \n$/.exec(text.slice(at, at + 20));
    if (!entry || ids.has(Number(entry[1]))) {
      throw new PdfShapeError(`the cross-reference entry of object ${id} is damaged`);
    }
    ids.set(Number(entry[1]), id);
  }
  return { ids, afterTable: at };
}

/** Reads the objects in order; each must start at its offset in the table and end where the next one begins. */
function readObjects(
  text: string,
  bytes: Buffer,
  ids: Map<number, number>,
  from: number,
  tableAt: number,
): Map<number, PdfObject> {
  const objects = new Map<number, PdfObject>();
  const scanner = new Scanner(text, bytes, from);
  while (scanner.at < tableAt) {
    const id = ids.get(scanner.at);
    if (id === undefined) throw new PdfShapeError(`unaccounted bytes at offset ${scanner.at}`);
    objects.set(id, scanner.object(id));
  }
  if (scanner.at !== tableAt || objects.size !== ids.size) {
    throw new PdfShapeError('the cross-reference table does not fit the objects');
  }
  return objects;
}

class Scanner {
  constructor(
    private readonly text: string,
    private readonly bytes: Buffer,
    public at: number,
  ) {}

  expect(part: string): void {
    if (!this.text.startsWith(part, this.at)) this.fail();
    this.at += part.length;
  }

  object(id: number): PdfObject {
    this.expect(`${id} 0 obj\n`);
    const value = this.value();
    this.expect('\n');
    let stream: Buffer | null = null;
    if (this.text.startsWith('stream\n', this.at)) {
      this.expect('stream\n');
      const length = value instanceof Map ? value.get('/Length') : undefined;
      if (typeof length !== 'number' || !Number.isInteger(length) || length < 0) return this.fail();
      stream = this.bytes.subarray(this.at, this.at + length);
      this.at += length;
      this.expect('\nendstream\n');
    }
    this.expect('endobj\n');
    return { value, stream };
  }

  value(depth = 0): PdfValue {
    if (depth > nestingMax) this.fail();
    this.space();
    const token = this.match(
      /<<|\[|\(|<[0-9a-fA-F]*>|\/[^\s()<>[\]{}/%]*|[-+]?\d*\.?\d+(?:e[-+]?\d+)?|true|false|null/y,
    );
    if (token === '<<') return this.dictionary(depth);
    if (token === '[') return this.array(depth);
    if (token === '(') return { text: this.literal() };
    if (token[0] === '<')
      return { text: Buffer.from(token.slice(1, -1), 'hex').toString('latin1') };
    if (token[0] === '/') {
      return token.replace(/#([0-9a-fA-F]{2})/g, (_, hex) =>
        String.fromCharCode(parseInt(hex, 16)),
      );
    }
    if (token === 'null') return null;
    if (token === 'true' || token === 'false') return token === 'true';
    const reference = /^ 0 R(?![^\s()<>[\]{}/%])/.exec(this.text.slice(this.at, this.at + 6));
    if (!reference || !/^\d+$/.test(token)) return Number(token);
    this.at += 4;
    return { ref: Number(token) };
  }

  private dictionary(depth: number): PdfDict {
    const entries: PdfDict = new Map();
    for (;;) {
      this.space();
      if (this.text.startsWith('>>', this.at)) break;
      const name = this.value(depth + 1);
      if (typeof name !== 'string') return this.fail();
      if (entries.has(name)) throw new PdfShapeError(`the key ${name} is given twice`);
      entries.set(name, this.value(depth + 1));
    }
    this.at += 2;
    return entries;
  }

  private array(depth: number): PdfValue[] {
    const values: PdfValue[] = [];
    for (;;) {
      this.space();
      if (this.text[this.at] === ']') break;
      values.push(this.value(depth + 1));
    }
    this.at += 1;
    return values;
  }

  /** Returns the rest of a literal string; this service escapes every parenthesis and backslash. */
  private literal(): string {
    const body = this.match(/[^()\\]*(?:\\[nrtbf()\\][^()\\]*)*\)/y);
    const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
    return body.slice(0, -1).replace(/\\(.)/g, (_, char: string) => escapes[char] ?? char);
  }

  private space(): void {
    while (/[ \n]/.test(this.text[this.at] ?? '')) this.at++;
  }

  private match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found === undefined) return this.fail();
    this.at += found.length;
    return found;
  }

  private fail(): never {
    throw new PdfShapeError(`not as this service writes it, at offset ${this.at}`);
  }
}
