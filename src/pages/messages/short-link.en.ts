/** Copy of the pages that open a link by a short code, from a QR code or a text message. */
export const messages = {
  photos: {
    /** Prefix of the code in the browser's storage. */
    id: 'photos',
    heading: 'Take photos',
    open: 'Take photos on this device',
    ended: 'This code no longer works. Ask for a new one.',
  },
  offer: {
    id: 'offer',
    heading: 'A job for you',
    open: 'See the offer',
    ended: 'This offer is no longer open.',
  },
};
