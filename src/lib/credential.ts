/** Length of the longest credential: the signed tokens of mails and uploads. */
const credentialLengthMax = 4000;

/**
 * Returns true for text that can be an API key, a token, a session secret or a link signature: printable ASCII of
 * bounded length. Any other text is an invalid credential: it is not looked up, passed on or logged.
 */
export const isCredential = (text: string): boolean =>
  text.length <= credentialLengthMax && /^[ -~]+$/.test(text);

/** Returns true for a credential that `Authorization: Bearer` can carry. */
export const isBearerToken = (text: string): boolean => isCredential(text) && !text.includes(' ');

/** A bearer token that is never valid, sent in place of text that no header can carry. */
export const invalidToken = 'invalid';
