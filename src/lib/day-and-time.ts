/** Formats a day and a time: `21 Nov 2026, 13:52`; by default in the time zone of the machine. */
export const dayAndTime = (time: Date, timeZone?: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  })
    .format(time)
    // Engines differ in the short form of September.
    .replace('Sept', 'Sep');
