import type { FrameEnglish } from '../frame/en.js';

/** The messages of the frame that only the script of the capture page shows. */
export const captureFrameKeys = [
  'frame.fill_in',
  'frame.number',
  'frame.range',
] as const satisfies readonly (keyof FrameEnglish)[];
