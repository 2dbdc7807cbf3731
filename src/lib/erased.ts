/** Replaces an erased text. */
export const erasedText = '[erased]';

/** Returns the replacement of an erased text; null stays null. */
export const eraseText = (text: string | null): string | null =>
  text === null ? null : erasedText;

/** Rounds a coordinate to whole degrees, which identify a region but no place. */
export const wholeDegrees = (degrees: number): number => Math.round(degrees) + 0;
