import { ApiError, englishText } from '../../errors.js';

/**
 * Returns the error for a text that names no place.
 *
 * @param message the next step, without a full stop
 */
export function unreadablePlace(message: string, input: string | null = null): ApiError {
  const detail = `${(message[0] ?? '').toUpperCase()}${message.slice(1)}.`;
  return new ApiError('bad_user_input', englishText(detail), {
    members: { issues: [{ path: ['text'], message, input }] },
  });
}
