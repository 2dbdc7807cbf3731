import { readDegrees } from '../../../../lib/coordinates.js';
import { readPlace } from '../../../../lib/place-text.js';
import { errorOf, type Ranges } from '../../../frame/issue-text.js';
import { messages } from '../../../messages/import.en.js';
import type { Json } from '../api.js';
import type { ImportBounds } from '../page-data.js';
import type { Services } from '../services.js';
import type { ColumnUse, Target } from './columns.js';
import type { SourceRow } from './csv-file.js';

/** The rules by which rows of a file become jobs. */
export interface Plan {
  uses: readonly ColumnUse[];
  /** Values for rows whose cell is empty or missing. */
  defaults: Readonly<Record<'service_key' | 'objective' | 'notes', string>>;
  autoOpen: boolean;
  services: Services;
  bounds: ImportBounds;
}

export interface CheckedRow {
  /** The job, as in POST /v1/jobs, without nonce unless a column states it. */
  body: Json;
  /** Messages by member, such as `latitude` or `metadata[shop]`; `row` for the whole row. */
  issues: Readonly<Record<string, string>>;
}

export const ranges: Ranges = { latitude: [-90, 90], longitude: [-180, 180] };

/** Returns the message of an issue as the form of a job shows it. */
function messageOf(type: string, member: string, value: string, ctx = {}): string {
  return errorOf({ type, loc: ['body', member], msg: '', ctx }, value, ranges[member]).message;
}

function lengthIssue(member: string, value: string, bounds: ImportBounds): string | null {
  const bound = bounds.lengths[member];
  const length = [...value].length;
  if (!bound) return null;
  if (length < bound.min) {
    return messageOf('string_too_short', member, value, { min_length: bound.min });
  }
  return length > bound.max
    ? messageOf('string_too_long', member, value, { max_length: bound.max })
    : null;
}

function degreesOf(member: 'latitude' | 'longitude', cell: string): number | string {
  const text = readDegrees(cell);
  if (cell === '' || text === null) return messageOf('float_parsing', member, cell);
  const [least, most] = ranges[member] as readonly [number, number];
  const degrees = Number(text);
  return degrees < least || degrees > most ? messageOf('less_than_equal', member, cell) : degrees;
}

/** Returns the key of a service that is stated by its key or its name; null for any other text. */
function serviceKeyOf(stated: string, services: Services): string | null {
  const same = (text: string) => text.toLowerCase() === stated.toLowerCase();
  return services.find(([key, label]) => same(key) || same(label))?.[0] ?? null;
}

/** Checks one row by the rules that need no request; the service checks all of them. */
export function checkRow(row: SourceRow, plan: Plan): CheckedRow {
  const { uses, defaults, services, bounds } = plan;
  const issues: Record<string, string> = {};
  const cellsOf = (target: Target) =>
    uses.flatMap((use, at) => (use.target === target ? [row.cells[at] ?? ''] : []));
  const cell = (target: Target) => cellsOf(target).find((one) => one !== '') ?? '';
  const stated = (member: string, value: string) => {
    const issue = lengthIssue(member, value, bounds);
    if (issue) issues[member] = issue;
    return value;
  };
  const optional = (member: Target) => {
    const value = cell(member);
    return value === '' ? {} : { [member]: stated(member, value) };
  };

  if (row.fault) issues['row'] = messages.faults[row.fault];
  const service = cell('service_key') || defaults.service_key;
  const serviceKey = serviceKeyOf(service, services);
  // Without the list of services, the service checks the key.
  if (service && !serviceKey && services.length > 0) {
    issues['service_key'] = messages.unknownService(service);
  }

  const position = cell('position');
  const place = position ? readPlace(position) : null;
  if (position && !place) issues['latitude'] = messages.noPosition;
  const degrees = (member: 'latitude' | 'longitude') => {
    const found = degreesOf(member, place?.[member] ?? cell(member));
    if (typeof found === 'string') issues[member] ??= found;
    return found;
  };

  const photos = cellsOf('reference_photos').filter((one) => one !== '');
  if (photos.length > bounds.photos)
    issues['reference_photos'] = messages.tooManyPhotos(bounds.photos);

  const entries = uses
    .flatMap(({ target, key }, at): [string, string][] =>
      target === 'metadata' && row.cells[at] ? [[key, row.cells[at]]] : [],
    )
    .sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [key, value] of entries) {
    if ([...value].length > bounds.metadataValue) {
      issues[`metadata[${key}]`] = messageOf('string_too_long', key, value, {
        max_length: bounds.metadataValue,
      });
    }
  }
  if (entries.length > bounds.metadataKeys) {
    issues['row'] ??= messages.tooManyKeys(bounds.metadataKeys);
  }

  const town = [cell('postal_code'), cell('city')].filter(Boolean).join(' ');
  const address = [cell('address'), town, cell('country')].filter(Boolean).join(', ');
  const [latitude, longitude] = [degrees('latitude'), degrees('longitude')];
  const body = {
    ...(service && { service_key: serviceKey ?? service }),
    objective: stated('objective', cell('objective') || defaults.objective),
    address: stated('address', address),
    ...(photos.length > 0 && { reference_photos: photos }),
    latitude,
    longitude,
    notes: stated('notes', cell('notes') || defaults.notes),
    auto_open: cell('auto_open').toLowerCase() || plan.autoOpen,
    ...(cell('objective_kind') && { objective_kind: cell('objective_kind').toLowerCase() }),
    ...(entries.length > 0 && { metadata: Object.fromEntries(entries) }),
    ...optional('nonce'),
  };
  return { body, issues };
}
