/** What a task or capture token says of itself; nothing here proves it. */
export interface Link {
  token: string;
  jobId: string;
}

/** A JWT with an Ed25519 signature of 64 bytes: a link that was cut in a message has a shorter one. */
const whole = /^[\w-]+\.([\w-]+)\.[\w-]{86}$/;

function payload(part: string): { sub?: unknown } | null {
  try {
    return JSON.parse(atob(part.replaceAll('-', '+').replaceAll('_', '/')));
  } catch {
    return null;
  }
}

/**
 * Reads the token in the fragment of a capture link, without a connection.
 * @returns null for a link without a token or with a part of one
 */
export function readLink(fragment: string): Link | null {
  const token = fragment.replace(/^#/, '').trim();
  const subject = payload(whole.exec(token)?.[1] ?? '')?.sub;
  return typeof subject === 'string' ? { token, jobId: subject } : null;
}
