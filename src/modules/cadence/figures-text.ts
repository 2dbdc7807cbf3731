import type { DayFigures } from './score.js';

const counted = (value: number, singular: string) =>
  `${value} ${singular}${value === 1 ? '' : 's'}`;
const percent = (rate: number) => `${Math.round(rate * 1000) / 10} %`;

/** The figures of a day in sentences; what is not known of it is left out. */
export function figuresText(date: string, figures: DayFigures): string {
  const figure = (key: string): number | null => {
    const value = figures[key];
    return typeof value === 'number' ? value : null;
  };
  const count = (key: string) => figure(key) ?? 0;
  const passed = count('evidence_validated');
  const decided = passed + count('evidence_rejected');
  const onTime = figure('on_time_rate');
  const rating = figure('rating_average');
  const jobs = ['submitted', 'completed', 'disputed'].map(
    (status) => `${count(`jobs_${status}`)} ${status}`,
  );
  return [
    `Jobs on ${date}: ${count('jobs_opened')} opened, ${jobs.join(', ')}.`,
    ...(onTime === null ? [] : [`Of those submitted, ${percent(onTime)} were on time.`]),
    ...(decided === 0 ? [] : [`${passed} of ${counted(decided, 'evidence item')} passed.`]),
    ...(rating === null
      ? []
      : [`The average of ${counted(count('rating_count'), 'rating')} is ${rating} of 5.`]),
  ].join(' ');
}
