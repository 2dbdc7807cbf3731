import { readFileSync } from 'node:fs';

/** What the service answered to the example of each operation, by operation id. */
export type AnswerExamples = Readonly<Record<string, unknown>>;

/**
 * The recorded answers; the build puts them beside the compiled sources.
 * @throws Error where the file is missing
 */
export function readAnswerExamples(): AnswerExamples {
  const file = new URL('../../../examples.json', import.meta.url);
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new Error('dist/examples.json cannot be read: run `npm run build`', { cause });
  }
}
