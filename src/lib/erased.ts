/** Replaces a text that was erased. */
export const erasedText = '[erased]';

/** A coordinate in whole degrees, which name a region and no place. */
export const wholeDegrees = (degrees: number): number => Math.round(degrees) + 0;
