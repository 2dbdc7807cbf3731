import { en, type FrameEnglish } from '../../messages/frame/en.js';

import { fill, messages as scriptMessages } from './frame-script.en.js';

/** Returns a message with its arguments, which are formatted. */
export type FrameText = (
  key: keyof FrameEnglish,
  values?: Readonly<Record<string, string>>,
) => string;

/** Returns the English message: the scripts that use it need no parser of messages. */
export const englishText: FrameText = (key, values = {}) => fill(en[key], values);

/** The English messages of src/messages/frame, for pages and scripts that exist only in English. */
export const messages = {
  ...scriptMessages,
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
