import type { Json } from './api.js';

/** Converts text to a number; other text is sent unchanged, so that the service reports the error. */
const numberOr = (text: string) =>
  text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;

/** Returns the input of a job, without its nonce, from the fields of a form. */
export const jobOf = (fields: Record<string, string>): Json => ({
  ...(fields['service_key'] && { service_key: fields['service_key'] }),
  objective: fields['objective'] ?? '',
  address: fields['address'] ?? '',
  latitude: numberOr(fields['latitude'] ?? ''),
  longitude: numberOr(fields['longitude'] ?? ''),
  notes: fields['notes'] ?? '',
  auto_open: fields['auto_open'] === 'on',
});
