/** Placeholder checked at the end of the first slice. */
export function checkDataFile(_file: string): void {}
