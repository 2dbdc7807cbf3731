import { readFileSync } from 'node:fs';

/** The recorded file lies among the sources, which the compiler does not copy. */
const recordedFile = new URL(
  import.meta.url.endsWith('.ts')
    ? './answer-examples.json'
    : '../../../src/rest/answer-examples.json',
  import.meta.url,
);
let recorded: Record<string, unknown> | undefined;

/**
 * What the service answered to the bodies above, by operation; a test of the long suite records it.
 * @returns undefined for an operation that answers no JSON
 */
export function answerExample(operationId: string): unknown {
  recorded ??= JSON.parse(readFileSync(recordedFile, 'utf8')) as Record<string, unknown>;
  return recorded[operationId];
}
