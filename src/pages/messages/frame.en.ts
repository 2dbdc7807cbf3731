import { filled } from '../../messages/fill.js';
import { formatSeconds } from '../../messages/format-plain.js';
import { en, type FrameEnglish } from '../../messages/frame/en.js';

/** Returns a message with its arguments, which are formatted. */
export type FrameText = (
  key: keyof FrameEnglish,
  values?: Readonly<Record<string, string>>,
) => string;

/** Returns the English message: the scripts that use it need no parser of messages. */
export const englishText: FrameText = (key, values = {}) => filled(en[key], values);

/** The English messages of src/messages/frame that scripts of the console show. */
export const messages = {
  title: (heading: string, wrong: boolean) =>
    englishText(wrong ? 'frame.title_with_error' : 'frame.title', { heading }),
  problem: en['frame.problem'],
  nameHint: en['frame.name_hint'],
  zonesApart: (zone: string) => englishText('frame.zones.apart', { zone }),
  noConnection: en['frame.no_connection'],
  tooMany: (seconds: number) =>
    englishText('frame.too_many', { time: formatSeconds('en', seconds) }),
  ourFault: (requestId: string | null) =>
    requestId
      ? englishText('frame.our_fault', { number: requestId })
      : en['frame.our_fault_unnumbered'],
  rejected: en['frame.rejected'],
};
