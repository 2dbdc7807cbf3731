const isEncrypted = (baseUrl: string) => baseUrl.startsWith('https:');

/** Name of a cookie; browsers bind `__Host-` to this host and to https. */
export const hostCookieName = (baseUrl: string, name: string): string =>
  isEncrypted(baseUrl) ? `__Host-${name}` : name;

/**
 * A Set-Cookie that scripts and requests of other sites do not see.
 * @param value null removes the cookie
 */
export function hostCookie(
  baseUrl: string,
  name: string,
  value: string | null,
  milliseconds: number,
): string {
  return [
    `${hostCookieName(baseUrl, name)}=${value ?? ''}`,
    'Path=/',
    'HttpOnly',
    ...(isEncrypted(baseUrl) ? ['Secure'] : []),
    'SameSite=Lax',
    `Max-Age=${value === null ? 0 : milliseconds / 1000}`,
  ].join('; ');
}
