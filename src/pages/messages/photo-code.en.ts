/** Copy of the page behind the QR code of a photo link. */
export const messages = {
  heading: 'Take photos',
  open: 'Take photos on this device',
  ended: 'This code no longer works. Ask for a new one.',
};
