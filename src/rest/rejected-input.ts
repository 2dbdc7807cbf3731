import type { ApiError } from '../errors.js';
import { inputIssues } from './pydantic/input-issues.js';
import { validationResponse } from './pydantic/validation-response.js';

/** Returns the 422 response for input that the use case rejected as invalid; null for every other error. */
export function rejectedInput(error: ApiError, url: URL): Response | null {
  if (error.code !== 'bad_user_input') return null;
  return validationResponse(inputIssues(error.members, url.searchParams));
}
