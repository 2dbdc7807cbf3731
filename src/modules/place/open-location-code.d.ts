/** The published types declare static methods, which the package does not have. */
declare module 'open-location-code' {
  interface CodeArea {
    latitudeCenter: number;
    longitudeCenter: number;
  }

  export class OpenLocationCode {
    isShort(code: string): boolean;
    isFull(code: string): boolean;
    /** @throws Error if the code is not a full one */
    decode(code: string): CodeArea;
    /** Returns the full code nearest to a position. */
    recoverNearest(shortCode: string, latitude: number, longitude: number): string;
  }
}
