import { type CoordinateText, readCoordinates } from './coordinates.js';
import { findLink, readMapLink } from './map-link.js';

export interface PlaceText extends CoordinateText {
  /** True if the position is only the center of the map that a link shows. */
  middle: boolean;
}

/** Reads the position in a text that people copy: coordinates, or a link of a map with a position. Checks no bounds. */
export function readPlace(typed: string): PlaceText | null {
  const url = findLink(typed);
  if (url) {
    const link = readMapLink(url);
    return link?.position ? { ...link.position, middle: link.middle } : null;
  }
  const coordinates = readCoordinates(typed);
  return coordinates && { ...coordinates, middle: false };
}
