/** Inserts elements into a message in place of its `{names}`. */
export function fill<Element>(
  sentence: string,
  values: Readonly<Record<string, Element>>,
): (Element | string)[] {
  return sentence
    .split(/(\{\w+\})/)
    .map((part) => (/^\{\w+\}$/.test(part) ? (values[part.slice(1, -1)] ?? '') : part));
}
