const isEncrypted = (baseUrl: string) => baseUrl.startsWith('https:');

/** Returns the name of a cookie; browsers bind `__Host-` to this host and to https. */
export const hostCookieName = (baseUrl: string, name: string): string =>
  isEncrypted(baseUrl) ? `__Host-${name}` : name;

/**
 * Returns a Set-Cookie that scripts and cross-site requests cannot read.
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
