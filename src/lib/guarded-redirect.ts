import { deadline } from './deadline.js';
import {
  checkFetchUrl,
  describe,
  type GuardedFetchOptions,
  openExchange,
  redirectStatuses,
} from './guarded-fetch.js';

/**
 * Returns the target of a redirect of a URL chosen by a third party, with the rules of `guardedFetch`; null if the
 * response is no redirect. The target is not requested, and no body is read.
 *
 * @throws GuardedFetchError `forbidden` for a URL that can never be allowed, else `unavailable`
 */
export async function readRedirect(
  address: string,
  options: Pick<GuardedFetchOptions, 'allowedHosts' | 'timeoutMilliseconds' | 'signal' | 'lookup'>,
): Promise<URL | null> {
  const url = checkFetchUrl(address, options.allowedHosts);
  const { signal, clear } = deadline(
    options.timeoutMilliseconds,
    options.signal ? [options.signal] : [],
  );
  try {
    const response = await openExchange(url, signal, options);
    const { statusCode = 0, headers } = response;
    response.destroy();
    if (!redirectStatuses.has(statusCode)) return null;
    const { location } = headers;
    return location && URL.canParse(location, url.href) ? new URL(location, url) : null;
  } catch (error) {
    throw describe(error, signal);
  } finally {
    clear();
  }
}
