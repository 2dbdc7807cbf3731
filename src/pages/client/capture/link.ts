/** The content of a task or capture token; it is not verified here. */
export interface Link {
  token: string;
  jobId: string;
}

/** A JWT with an Ed25519 signature of 64 bytes: a truncated link has a shorter one. */
const whole = /^[\w-]+\.([\w-]+)\.[\w-]{86}$/;

function payload(part: string): { sub?: unknown } | null {
  try {
    return JSON.parse(atob(part.replaceAll('-', '+').replaceAll('_', '/')));
  } catch {
    return null;
  }
}

/**
 * Reads the token in the fragment of a capture link, offline.
 * @returns null for a link without a token or with an incomplete one
 */
export function readLink(fragment: string): Link | null {
  const token = fragment.replace(/^#/, '').trim();
  const subject = payload(whole.exec(token)?.[1] ?? '')?.sub;
  return typeof subject === 'string' ? { token, jobId: subject } : null;
}
