import type { FrameEnglish } from './en.js';

/** Id of the element with the messages that scripts show. */
export const textsId = 'texts';

/** The messages of the frame that scripts show. */
export const scriptKeys = [
  'frame.did_you_mean',
  'frame.no_connection',
  'frame.try_again',
  'frame.too_many',
  'frame.our_fault',
  'frame.our_fault_unnumbered',
  'frame.rejected',
  'frame.copied',
  'frame.not_copied',
  'frame.title',
  'frame.title_with_error',
] as const satisfies readonly (keyof FrameEnglish)[];

export type ScriptKey = (typeof scriptKeys)[number];
