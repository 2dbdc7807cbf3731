/** Signs that move the cursor of a terminal, hide what is printed or turn its direction; line breaks too. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const escaped = (sign: string) => `\\u{${(sign.codePointAt(0) as number).toString(16)}}`;

/**
 * A line for the terminal. What it repeats of a file or a log may come from a forger, so that signs that
 * cannot be seen are printed as `\u{1b}`.
 */
export const visible = (line: string): string => line.replace(unseen, escaped);

export const printLine = (line: string): void => console.log(visible(line));
