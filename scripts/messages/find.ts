import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';

/** One finding about a message; `warning`s do not fail the check. */
export interface Finding {
  level: 'error' | 'warning';
  language: string;
  key: string;
  problem: string;
}

type Texts = Readonly<Record<string, string>>;

/** A translation this much longer than the English text is listed. */
const longRatio = 1.6;
/** Shorter texts can be longer: labels of one or two words have no shorter form in many languages. */
const shortLength = 20;

/** The arguments of a message with their format, and the categories of its plurals. */
interface Shape {
  arguments: ReadonlyMap<string, string>;
  plurals: readonly { name: string; categories: readonly string[] }[];
}

const formats: Partial<Record<TYPE, string>> = {
  [TYPE.argument]: 'text',
  [TYPE.number]: 'number',
  [TYPE.plural]: 'number',
};

function* elementsOf(elements: readonly MessageFormatElement[]): Generator<MessageFormatElement> {
  for (const element of elements) {
    yield element;
    if (element.type !== TYPE.plural && element.type !== TYPE.select) continue;
    for (const { value } of Object.values(element.options)) yield* elementsOf(value);
  }
}

/** @throws SyntaxError if the text is no message, or has an element for which arguments are not typed */
export function shapeOf(text: string): Shape {
  const used = new Map<string, string>();
  const plurals: { name: string; categories: readonly string[] }[] = [];
  for (const element of elementsOf(parse(text, { ignoreTag: true }))) {
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
    const format = formats[element.type];
    if (format === undefined) throw new SyntaxError('only text, number and plural are supported');
    used.set(element.value, format);
    if (element.type !== TYPE.plural) continue;
    plurals.push({ name: element.value, categories: Object.keys(element.options) });
  }
  return { arguments: used, plurals };
}

const argumentText = (shape: Shape): string =>
  [...shape.arguments]
    .map(([name, format]) => `${name} (${format})`)
    .sort()
    .join(', ') || 'none';

/** Length of the text that readers see, without the syntax of arguments. */
const lengthOf = (text: string): number => [...text.replace(/\{\w+\}/g, 'xxxx')].length;

function* problemsOf(
  language: string,
  text: string,
  english: string,
): Generator<[Finding['level'], string]> {
  let shape: Shape;
  try {
    shape = shapeOf(text);
  } catch (error) {
    yield ['error', `not a message: ${(error as Error).message}`];
    return;
  }
  const [own, expected] = [argumentText(shape), argumentText(shapeOf(english))];
  if (own !== expected) yield ['error', `arguments ${own}; in English ${expected}`];
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  for (const { name, categories } of shape.plurals) {
    const missing = pluralCategories.filter((category) => !categories.includes(category));
    if (missing.length > 0) yield ['error', `plural ${name} without ${missing.join(', ')}`];
  }
  if (text !== text.normalize('NFC')) yield ['error', 'not in Unicode NFC'];
  // One word, or only arguments and signs, can be equal in two languages.
  const found = text.replace(/\{\w+(, number)?\}/g, '').match(/\p{L}+/gu) ?? [];
  if (language !== 'en' && text === english && found.length > 1) yield ['error', 'not translated'];
  const ratio = lengthOf(text) / lengthOf(english);
  if (ratio > longRatio && lengthOf(english) >= shortLength) {
    yield ['warning', `${ratio.toFixed(1)} times as long as in English`];
  }
}

/**
 * Returns the findings about the messages.
 * @param sources the code that uses them; a key is used if it appears there between quotes
 */
export function findProblems(
  catalogue: Readonly<Record<string, Texts>>,
  sources: readonly string[],
): Finding[] {
  const english = catalogue['en'] ?? {};
  const used = new Set(sources.flatMap((source) => source.match(/'[a-z_]+\.[\w.]+'/g) ?? []));
  const unused = Object.keys(english)
    .filter((key) => !used.has(`'${key}'`))
    .map((key) => ({ level: 'error', language: 'en', key, problem: 'not used' }) as const);
  const found = Object.entries(catalogue).flatMap(([language, texts]) =>
    Object.entries(english).flatMap(([key, text]) => {
      const own = texts[key];
      if (own === undefined)
        return [{ level: 'error', language, key, problem: 'missing' } as const];
      return [...problemsOf(language, own, text)].map(([level, problem]) => ({
        level,
        language,
        key,
        problem,
      }));
    }),
  );
  return [...unused, ...found];
}
