const widthMax = 100;

/** Returns JSON on one line, with a space after each colon and comma. */
function oneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, of]) => `${JSON.stringify(key)}: ${oneLine(of)}`,
  );
  return members.length > 0 ? `{ ${members.join(', ')} }` : '{}';
}

function lines(value: unknown, indent: string, before: number): string {
  const flat = oneLine(value);
  const fits = indent.length + before + flat.length < widthMax;
  if (typeof value !== 'object' || value === null || fits) return flat;
  const inner = `${indent} `;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const parts = Array.isArray(value)
    ? value.map((item) => inner + lines(item, inner, 0))
    : Object.entries(value).map(([key, of]) => {
        const name = `${JSON.stringify(key)}: `;
        return inner + name + lines(of, inner, name.length);
      });
  return `${open}\n${parts.join(',\n')}\n${indent}${close}`;
}

/** Returns readable JSON of a plain value; parts that fit in 100 columns are on one line. */
export const jsonText = (value: unknown): string =>
  `${lines(JSON.parse(JSON.stringify(value)), '', 0)}\n`;
