import type { Fix } from './position-text.js';

/**
 * A photo, video or document on the phone, less its bytes. It is written once it reached the page, and every
 * attempt to send it says the same, so that the service stores one.
 */
export interface StoredPhoto {
  id: string;
  jobId: string;
  stepName: string;
  label: string;
  name: string;
  type: string;
  sizeBytes: number;
  /** When a new photo reached the page, or the time that a file from the gallery states; RFC 3339. */
  capturedAt: string;
  /** Size before the page made it smaller, `width x height`; null or absent for any other. */
  resizedFrom?: string | null;
  nonce: string;
  /** Null where it could not be computed yet: it is before the photo is sent. */
  sha256: string | null;
  note: string;
  position: Fix | null;
  /** True until "Use photo" is pressed. */
  draft: boolean;
}

/** Random hex: `crypto.randomUUID` is missing on plain http. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
