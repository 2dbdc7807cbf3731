import { day } from '../../lib/units.js';

interface CalendarEntry {
  id: string;
  title: string;
  url: string;
}

/** Escapes a text value (RFC 5545, 3.3.11). */
const escaped = (text: string): string =>
  text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r?\n/g, '\\n');

/** Folds a line after at most 74 octets; 75 are allowed, and a continuation begins with a space. */
function folded(line: string): string {
  const lines: string[] = [];
  let current = '';
  for (const character of line) {
    if (Buffer.byteLength(current + character) > 74 - (lines.length > 0 ? 1 : 0)) {
      lines.push(current);
      current = '';
    }
    current += character;
  }
  return [...lines, current].join('\r\n ');
}

const utc = (date: Date): string => date.toISOString().replace(/[-:]|\.\d+/g, '');

/** Returns an iCalendar file (RFC 5545) with one entry, a day from now, that contains a link. */
export function calendarFile({ id, title, url }: CalendarEntry, now: Date): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Verification service//Site checks//EN',
    'BEGIN:VEVENT',
    `UID:${id}`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(new Date(now.getTime() + day))}`,
    'DURATION:PT15M',
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(url)}`,
    `URL:${url}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}
