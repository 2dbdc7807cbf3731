/** Messages in English of the pages that open a link by a short code, from a QR code or a text message. */
export const en = {
  'short_link.photos.heading': 'Take photos',
  'short_link.photos.open': 'Take photos on this device',
  'short_link.photos.ended': 'This code no longer works. Ask for a new one.',

  'short_link.offer.heading': 'A job for you',
  'short_link.offer.open': 'See the offer',
  'short_link.offer.ended': 'This offer is no longer open.',
} as const;

export type ShortLinkEnglish = typeof en;
