/** Maximum number of characters, as JSON, of a rejected value in a response. */
export const rejectedValueLength = 1024;

/** Replaces a secret in a response. */
export const redacted = '[redacted]';

/** The name and password of a URL (RFC 3986, 3.2.1), anywhere in a text. */
const credentials = /:\/\/[^\s/?#]*@/g;

/** Returns a text without the names and passwords of URLs in it. */
export const withoutCredentials = (text: string): string =>
  text.replace(credentials, `://${redacted}@`);
