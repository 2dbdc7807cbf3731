/** The content of a mail; the layout renders it as text and HTML. */
export interface Letter {
  subject: string;
  heading: string;
  paragraphs: readonly string[];
  facts?: readonly Fact[];
  /** The single action; null if the reader can only write to the service. */
  action: Action | null;
  /** Notes about the action. */
  notes?: readonly string[];
  /** Reason why the recipient gets it. */
  reason: string;
}

/** The button of a mail. */
export interface Action {
  label: string;
  url: string;
}

export interface Fact {
  label: string;
  value: string;
}

const quotedMax = 200;

/**
 * Returns text that a user typed on one line and in at most 200 characters, so that no one can send their own message
 * or link in a mail of the service: URLs are removed, and a zero-width space breaks what mail clients would turn into a
 * link.
 */
export function quoted(text: string, max = quotedMax, removed = '[link removed]'): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    // A scheme only matches at the start of its run: matching from each of its letters would take quadratic time.
    .replace(/(?:(?<![a-z+.-])[a-z+.-]+:\/\/|\bwww\.)\S+/giu, () => removed)
    .replace(/(?<=[\p{L}\p{N}])\.(?=\p{L})/gu, '.\u200b');
  const characters = [...line];
  return characters.length > max
    ? `${characters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`
    : line;
}
