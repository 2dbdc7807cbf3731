/** Characters that move the terminal's cursor, hide text or change its direction, and line breaks. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const escaped = (sign: string) => `\\u{${(sign.codePointAt(0) as number).toString(16)}}`;

/**
 * Escapes invisible characters as `\u{1b}` in a line for the terminal, because text from a file or a log can be forged.
 */
export const visible = (line: string): string => line.replace(unseen, escaped);

export const printLine = (line: string): void => console.log(visible(line));
