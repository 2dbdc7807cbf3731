import { ApiError, type ErrorText, errorText } from '../../errors.js';
import { quoted } from '../../lib/quoted.js';
import { dispatchSurface } from './experiment.js';

/** Axes that no experiment can change: the content of a report is the same for everyone. */
const forbidden = new Set(['evidence_checks', 'report_content', 'prices', 'refunds']);

/** Ranges of the parameters that an experiment on dispatch runs can choose. */
const dispatchBounds: Readonly<Record<string, { min: number; max: number }>> = {
  offers_at_once: { min: 1, max: 10 },
  offer_minutes: { min: 5, max: 1440 },
  max_threads: { min: 1, max: 50 },
};

interface Proposed {
  changeAxes: readonly string[];
  experimentSurface: string;
  variants: readonly { key: string; parameters: Readonly<Record<string, unknown>> }[];
}

const notSupported = (detail: ErrorText) => new ApiError('axis_not_supported', detail);

function checkDispatchParameter(axes: readonly string[], name: string, value: unknown): void {
  const bounds = dispatchBounds[name];
  if (!bounds || !axes.includes(name)) {
    throw notSupported(errorText('error.axis_parameter', { name: quoted(name) }));
  }
  const { min, max } = bounds;
  const fits = typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
  if (!fits) throw notSupported(errorText('error.axis_bounds', { name, min, max }));
}

/**
 * Checks the changes of an experiment.
 * @throws ApiError `forbidden_axis`, `axis_not_supported`
 */
export function checkAxes({ changeAxes, experimentSurface, variants }: Proposed): void {
  const names = [...changeAxes, ...variants.flatMap(({ parameters }) => Object.keys(parameters))];
  const open = names.find((name) => forbidden.has(name.trim().toLowerCase()));
  if (open !== undefined) {
    throw new ApiError('forbidden_axis', errorText('error.axis_forbidden', { name: open.trim() }));
  }
  if (experimentSurface !== dispatchSurface) return;
  const other = changeAxes.find((axis) => !Object.hasOwn(dispatchBounds, axis));
  if (other !== undefined) {
    const known = Object.entries(dispatchBounds).map(
      ([n, { min, max }]) => `${n} (${min}..${max})`,
    );
    throw notSupported(
      errorText('error.axis_dispatch', { names: known.join(', '), name: quoted(other) }),
    );
  }
  for (const { parameters } of variants) {
    for (const [name, value] of Object.entries(parameters)) {
      checkDispatchParameter(changeAxes, name, value);
    }
  }
}
