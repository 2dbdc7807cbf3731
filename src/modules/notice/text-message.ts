/** The letters that a text message of 160 characters can have (GSM 03.38); any other halves it to 70. */
const gsmPattern = /^[A-Za-z0-9 @£$¥èéùìòÇØøÅåÆæßÉÄÖÑÜ§äöñüà!"#%&'()*+,./:;<=>?¡¿-]*$/;

const nameMax = 30;

/** Instruction at the end of every text message. */
export const stopHint = 'Reply STOP to get no more messages.';

/**
 * Returns a name that a user typed for a text message: on one line, without what phones turn into a link, and at most 30
 * characters. Empty if it has letters that would make the message longer.
 */
export function textName(name: string): string {
  const clean = name
    .replace(/[^\p{L}\p{M}\p{N}'-]+/gu, ' ')
    .trim()
    .slice(0, nameMax)
    .trim();
  return gsmPattern.test(clean) ? clean : '';
}
