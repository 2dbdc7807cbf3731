/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { capitalized, momentText } from '../../frame/moment-text.js';
import { pageLanguage } from './page-texts.js';

/** Shows times in the reader's zone, those on site in the zone of the place, which is named only if it differs. */
export function showTimes(main: HTMLElement): void {
  const now = new Date();
  const language = pageLanguage();
  let differs = false;
  for (const time of main.querySelectorAll('time')) {
    const { zone, first } = time.dataset;
    const own = momentText(time.dateTime, { now, language });
    const text = zone ? momentText(time.dateTime, { now, timeZone: zone, language }) : own;
    differs ||= text !== own;
    time.textContent = first === undefined ? text : capitalized(text);
  }
  const note = main.querySelector<HTMLElement>('[data-zones]');
  if (!note) return;
  note.hidden = !differs;
  if (differs) note.textContent = note.dataset['zones'] ?? '';
}
