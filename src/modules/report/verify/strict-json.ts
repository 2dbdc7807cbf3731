/** A text that is no JSON, or one that two readers might read differently. */
export class StrictJsonError extends Error {}

const depthMax = 64;

/**
 * Parses JSON (RFC 8259) and refuses what `JSON.parse` lets pass: a member given twice (readers
 * differ in which one counts), one named `__proto__` (many readers drop it, so that nobody would miss its
 * signature), nesting beyond 64, numbers beyond the range of a double. A byte order mark, which many programs
 * write before a text that they save, is passed over, as the RFC allows.
 *
 * @throws StrictJsonError naming the place as a JSON pointer or an offset
 */
export function parseStrictJson(marked: string): unknown {
  const text = marked.replace(/^\uFEFF/, '');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new StrictJsonError(`not JSON: ${(error as Error).message}`);
  }
  rejectAmbiguity(text);
  return value;
}

/** Walks a text that is known to be JSON, token by token. */
function rejectAmbiguity(text: string): void {
  const token = /[[\]{},:]|"[^"\\]*(?:\\.[^"\\]*)*"|[-0-9][-+.0-9eE]*|true|false|null/gy;
  /** One entry for each open bracket: the names seen of an object, the position in a list. */
  const open: { names: Set<string> | null; place: string }[] = [];
  let expectsName = false;
  let position = 0;
  for (;;) {
    while (/[ \t\r\n]/.test(text[position] ?? '')) position++;
    token.lastIndex = position;
    const [part] = token.exec(text) ?? [];
    if (part === undefined) return;
    position = token.lastIndex;
    const top = open.at(-1);
    if (part === '{' || part === '[') {
      if (open.length === depthMax) throw new StrictJsonError(`nested deeper than ${depthMax}`);
      open.push({ names: part === '{' ? new Set() : null, place: part === '{' ? '' : '0' });
      expectsName = part === '{';
    } else if (part === '}' || part === ']') {
      open.pop();
      expectsName = false;
    } else if (part === ',') {
      if (top && top.names === null) top.place = String(Number(top.place) + 1);
      expectsName = top?.names != null;
    } else if (part[0] === '"' && expectsName && top?.names) {
      const name = JSON.parse(part) as string;
      top.place = name.replaceAll('~', '~0').replaceAll('/', '~1');
      const pointer = () => open.map(({ place }) => `/${place}`).join('');
      if (name === '__proto__') throw new StrictJsonError(`${pointer()} is no name of a member`);
      if (top.names.has(name)) throw new StrictJsonError(`${pointer()} is given twice`);
      top.names.add(name);
      expectsName = false;
    } else if (/^[-0-9]/.test(part) && !Number.isFinite(Number(part))) {
      throw new StrictJsonError(`the number ${part.slice(0, 20)} is out of range`);
    }
  }
}
