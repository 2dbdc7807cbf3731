import type { Services } from '../../services.js';

/** Erases every stored answer about one of these things; can be repeated. */
export const eraseAnswers = (
  { idempotency }: Pick<Services, 'idempotency'>,
  ids: readonly string[],
): Promise<void> => idempotency.erase(ids);
