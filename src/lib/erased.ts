/** What stands in place of a text that was erased. */
export const erasedText = '[erased]';

/** The same for a text that may be missing: null stays null. */
export const eraseText = (text: string | null): string | null =>
  text === null ? null : erasedText;

/** A coordinate in whole degrees, which name a region and no place. */
export const wholeDegrees = (degrees: number): number => Math.round(degrees) + 0;
