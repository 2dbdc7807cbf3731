import type { Services } from '../../services.js';

/** Erases every stored response about any of these ids; can be repeated. */
export const eraseAnswers = (
  { idempotency }: Pick<Services, 'idempotency'>,
  ids: readonly string[],
): Promise<void> => idempotency.erase(ids);
