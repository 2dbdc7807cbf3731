/** Replaces an erased text. */
export const erasedText = '[erased]';

/** Rounds a coordinate to whole degrees, which identify a region but no place. */
export const wholeDegrees = (degrees: number): number => Math.round(degrees) + 0;
