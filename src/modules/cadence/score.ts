/** Figures of one day by their keys: numbers, and null for a rate without a base. */
export type DayFigures = Readonly<Record<string, unknown>>;

const number = (value: unknown): number => (typeof value === 'number' ? value : 0);

const sum = (days: readonly DayFigures[], key: string): number =>
  days.reduce((total, day) => total + number(day[key]), 0);

/** Returns the average of a figure over the days, weighted by another; null if the weights are zero. */
function weighed(days: readonly DayFigures[], key: string, by: string): number | null {
  const counted = days.filter((day) => typeof day[key] === 'number');
  const weight = sum(counted, by);
  if (weight === 0) return null;
  return counted.reduce((total, day) => total + number(day[key]) * number(day[by]), 0) / weight;
}

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/** The score of days without known figures. */
const unknownScore = 50;
const ratingMax = 5;

/**
 * Returns the quality of the work of some days, 0 to 100: results within their turnaround weigh 40, passed evidence 25,
 * results without dispute 20, ratings 15. The weight of unknown parts is distributed proportionally among the others.
 */
export function scoreOf(days: readonly DayFigures[]): { score: number; hasData: boolean } {
  const validated = sum(days, 'evidence_validated');
  const disputed = share(sum(days, 'jobs_disputed'), sum(days, 'jobs_completed'));
  const rating = weighed(days, 'rating_average', 'rating_count');
  const parts = [
    { weight: 40, value: weighed(days, 'on_time_rate', 'jobs_submitted') },
    { weight: 25, value: share(validated, validated + sum(days, 'evidence_rejected')) },
    { weight: 20, value: disputed === null ? null : Math.max(0, 1 - disputed) },
    { weight: 15, value: rating === null ? null : rating / ratingMax },
  ].flatMap(({ weight, value }) => (value === null ? [] : [{ weight, value }]));
  if (parts.length === 0) return { score: unknownScore, hasData: false };
  const weights = parts.reduce((total, { weight }) => total + weight, 0);
  const points = parts.reduce((total, { weight, value }) => total + weight * value, 0);
  return { score: Math.round((10_000 * points) / weights) / 100, hasData: true };
}
