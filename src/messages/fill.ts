/** Inserts elements into a message in place of its `{names}`. */
export function fill<Element>(
  sentence: string,
  values: Readonly<Record<string, Element>>,
): (Element | string)[] {
  return sentence
    .split(/(\{\w+\})/)
    .map((part) => (/^\{\w+\}$/.test(part) ? (values[part.slice(1, -1)] ?? '') : part));
}

/** Inserts arguments into a message that has no plural. */
export const filled = (
  text: string | undefined,
  values: Readonly<Record<string, string | number>> = {},
): string =>
  (text ?? '').replace(/\{(\w+)\}/g, (argument, name: string) => String(values[name] ?? argument));
