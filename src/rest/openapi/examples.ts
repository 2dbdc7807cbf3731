import { readFileSync } from 'node:fs';

/** The recorded response to the example of each operation, by operation id. */
export type AnswerExamples = Readonly<Record<string, unknown>>;

/**
 * Reads the recorded responses; the build stores them next to the compiled sources.
 *
 * @throws Error if the file is missing
 */
export function readAnswerExamples(): AnswerExamples {
  const file = new URL('../../../examples.json', import.meta.url);
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new Error('dist/examples.json cannot be read: run `npm run build`', { cause });
  }
}
