/** Length of the longest credential: the signed tokens of mails and uploads. */
const credentialLengthMax = 4000;

/**
 * True for what an API key, a token, the secret of a session or the signature of a link can be: printable ASCII of
 * bounded length. Anything else is an invalid credential: it is not looked up, passed on or logged.
 */
export const isCredential = (text: string): boolean =>
  text.length <= credentialLengthMax && /^[ -~]+$/.test(text);

/** True for a credential that `Authorization: Bearer` can carry. */
export const isBearerToken = (text: string): boolean => isCredential(text) && !text.includes(' ');

/** A bearer token that is never valid; sent in place of text that no header can carry. */
export const invalidToken = 'invalid';
