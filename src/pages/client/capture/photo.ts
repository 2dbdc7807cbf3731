import type { Fix } from './position-text.js';

/**
 * A photo, video or document on the phone, without its bytes. It is stored when it reaches the page, and every
 * attempt to send it has the same content, so that the service stores one.
 */
export interface StoredPhoto {
  id: string;
  jobId: string;
  stepName: string;
  label: string;
  name: string;
  type: string;
  sizeBytes: number;
  /** When a new photo reached the page, or the time stated in a file from the gallery; RFC 3339. */
  capturedAt: string;
  /** Size before the page resized it, `width x height`; null or absent if it did not. */
  resizedFrom?: string | null;
  nonce: string;
  /** Null until it is computed, which happens before the photo is sent. */
  sha256: string | null;
  note: string;
  position: Fix | null;
  /** True until "Use photo" is pressed. */
  draft: boolean;
}

/** Returns random hex, because `crypto.randomUUID` is missing on plain http. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
