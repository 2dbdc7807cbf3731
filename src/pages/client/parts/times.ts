/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { capitalized, momentText } from '../../frame/moment-text.js';

/** Shows times in the reader's zone, those on site in the zone of the place, which is named only if it differs. */
export function showTimes(main: HTMLElement): void {
  const now = new Date();
  let differs = false;
  for (const time of main.querySelectorAll('time')) {
    const { zone, first } = time.dataset;
    const own = momentText(time.dateTime, { now });
    const text = zone ? momentText(time.dateTime, { now, timeZone: zone }) : own;
    differs ||= text !== own;
    time.textContent = first === undefined ? text : capitalized(text);
  }
  const note = main.querySelector<HTMLElement>('[data-zones]');
  if (!note) return;
  note.hidden = !differs;
  if (differs) note.textContent = note.dataset['zones'] ?? '';
}
