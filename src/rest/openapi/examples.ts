import { readFileSync } from 'node:fs';

const recordedFile = new URL('./answer-examples.json', import.meta.url);
let recorded: Record<string, unknown> | undefined;

/**
 * What the service answered to the bodies above, by operation; a test of the long suite records it.
 * @returns undefined for an operation that answers no JSON
 */
export function answerExample(operationId: string): unknown {
  recorded ??= JSON.parse(readFileSync(recordedFile, 'utf8')) as Record<string, unknown>;
  return recorded[operationId];
}
