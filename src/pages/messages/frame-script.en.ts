import { formatSeconds } from '../../messages/format-plain.js';
import { scriptEn } from '../../messages/frame/script-en.js';

/** Inserts arguments into a message that has no plural. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (argument, name: string) => String(values[name] ?? argument));

/** The English messages of the frame that the capture page needs; all of them would not fit into its budget. */
export const messages = {
  title: (heading: string, wrong: boolean) =>
    fill(scriptEn[wrong ? 'frame.title_with_error' : 'frame.title'], { heading }),
  tryAgain: scriptEn['frame.try_again'],
  fillIn: scriptEn['frame.fill_in'],
  number: scriptEn['frame.number'],
  range: (least: number, most: number) => fill(scriptEn['frame.range'], { least, most }),
  tooMany: (seconds: number) =>
    fill(scriptEn['frame.too_many'], { time: formatSeconds('en', seconds) }),
  ourFault: (requestId: string | null) =>
    requestId
      ? fill(scriptEn['frame.our_fault'], { number: requestId })
      : scriptEn['frame.our_fault_unnumbered'],
};
