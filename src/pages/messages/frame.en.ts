import { filled as fill } from '../../messages/fill.js';
import { formatSeconds } from '../../messages/format-plain.js';
import { en, type FrameEnglish } from '../../messages/frame/en.js';

/** Returns a message with its arguments, which are formatted. */
export type FrameText = (
  key: keyof FrameEnglish,
  values?: Readonly<Record<string, string>>,
) => string;

/** Returns the English message: the scripts that use it need no parser of messages. */
export const englishText: FrameText = (key, values = {}) => fill(en[key], values);

/** The English messages of src/messages/frame, for pages and scripts that exist only in English. */
export const messages = {
  title: (heading: string, wrong: boolean) =>
    fill(en[wrong ? 'frame.title_with_error' : 'frame.title'], { heading }),
  tryAgain: en['frame.try_again'],
  fillIn: en['frame.fill_in'],
  number: en['frame.number'],
  range: (least: number, most: number) => fill(en['frame.range'], { least, most }),
  tooMany: (seconds: number) => fill(en['frame.too_many'], { time: formatSeconds('en', seconds) }),
  ourFault: (requestId: string | null) =>
    requestId
      ? fill(en['frame.our_fault'], { number: requestId })
      : en['frame.our_fault_unnumbered'],
  service: en['frame.service'],
  navigation: en['frame.navigation'],
  interface: en['frame.interface'],
  imprint: en['frame.imprint'],
  zones: { apart: (zone: string) => fill(en['frame.zones.apart'], { zone }) },
  nameHint: en['frame.name_hint'],
  problem: en['frame.problem'],
  noConnection: en['frame.no_connection'],
  noPdf: en['frame.no_pdf'],
  signedOut: en['frame.signed_out'],
  rejected: en['frame.rejected'],
  enterCode: en['frame.enter_code'],
  opensNothing: en['frame.opens_nothing'],
  checkLink: en['frame.check_link'],
};
