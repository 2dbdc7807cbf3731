import type { MapEnglish } from './en.js';

/** The messages of maps that their script shows; none has a plural. */
export const mapScriptKeys = [
  'map.no_streets',
  'map.name',
  'map.name_with_pin',
  'map.cluster',
  'map.pin',
  'map.zoom_in',
  'map.zoom_out',
  'map.close',
  'map.gesture_windows',
  'map.gesture_mac',
  'map.gesture_phone',
] as const satisfies readonly (keyof MapEnglish)[];

export type MapScriptKey = (typeof mapScriptKeys)[number];
