import { hour } from '../../lib/units.js';
import type { ArgumentsOf } from '../../messages/arguments.js';
import type { ContentEnglish } from '../../messages/report-content/en.js';
import { capturedOrigin, signerNotChecked, signerNotListed } from '../evidence/check-provenance.js';
import { freshMilliseconds } from '../evidence/checks.js';
import { type CheckName, type CheckResult, isEnteredByHand } from '../evidence/evidence.js';
import { isPictureType } from '../evidence/media-types.js';
import { isShownType } from './pdf/photos.js';
import type { ContentKey, Wording } from './reader-wording.js';
import type { ContentEvidenceItem, ReportFacts } from './report-schema.js';

type Facts = Omit<ReportFacts, 'summary' | 'limitations'>;

/**
 * Returns what the evidence of this report does not prove, in a fixed order: first what applies to every report, then
 * those derived from the items, steps and status of this one.
 */
export function deriveLimitations(wording: Wording, facts: Facts): string[] {
  const { t } = wording;
  return [
    t('content.limit.declared'),
    t('content.limit.moment'),
    t('content.limit.picture'),
    t('content.limit.signature'),
    ...itemLimitations(wording, facts.evidence_items),
    ...sourceLimitations(wording, facts.evidence_items),
    ...stepLimitations(wording, facts),
    ...statusLimitations(wording, facts),
  ];
}

/** Limitations that depend on the mode and configuration of the service when the report was made. */
export const otherLimitations = ({ t }: Wording) => ({
  test: t('content.limit.test'),
  noTimestamp: t('content.limit.no_timestamp'),
});

/** A message about a number of the items that passed. */
type OpenPointKey = {
  [Key in ContentKey]: ArgumentsOf<ContentEnglish[Key]> extends { count: number; total: number }
    ? Key
    : never;
}[ContentKey];

/** A check, a result, and the limitation that it implies for the number of items. */
type OpenPoint = [
  CheckName,
  CheckResult,
  OpenPointKey,
  /** Selects the items and checks to which it applies; all if omitted. */
  concerns?: (item: ContentEvidenceItem, check: ContentEvidenceItem['checks'][number]) => boolean,
];

const hasUnlistedSigner = (measured: string | null) => measured?.endsWith(signerNotListed) ?? false;

const openPoints: OpenPoint[] = [
  ['geofence', 'not_run', 'content.limit.no_position'],
  ['geofence', 'warn', 'content.limit.far'],
  ['freshness', 'warn', 'content.limit.late'],
  ['hash', 'not_run', 'content.limit.no_hash'],
  ['duplicate', 'warn', 'content.limit.duplicate'],
  ['similar', 'warn', 'content.limit.similar'],
  ['nonce', 'not_run', 'content.limit.no_nonce'],
  ['exif', 'not_run', 'content.limit.no_exif', ({ media_type }) => isPictureType(media_type)],
  [
    'exif',
    'not_run',
    'content.limit.no_exif_other',
    ({ media_type }) => !isPictureType(media_type),
  ],
  ['exif', 'warn', 'content.limit.exif'],
  [
    'media',
    'warn',
    'content.limit.not_decoded',
    (_, { measured }) => measured?.endsWith('not decoded') ?? false,
  ],
  [
    'provenance',
    'not_run',
    'content.limit.no_credentials',
    ({ media_type }, { measured }) => isPictureType(media_type) && measured === null,
  ],
  [
    'provenance',
    'not_run',
    'content.limit.credentials_not_read',
    (_, { measured }) => measured !== null,
  ],
  [
    'provenance',
    'pass',
    'content.limit.signer_not_judged',
    (_, { measured }) => measured?.endsWith(signerNotChecked) ?? false,
  ],
  [
    'provenance',
    'warn',
    'content.limit.signer_not_listed',
    (_, { measured }) => hasUnlistedSigner(measured),
  ],
  [
    'provenance',
    'warn',
    'content.limit.not_captured',
    (_, { measured }) => !measured?.startsWith(capturedOrigin),
  ],
];

const hours = freshMilliseconds / hour;

function itemLimitations({ t }: Wording, items: ContentEvidenceItem[]): string[] {
  const passing = items.filter((item) => item.validation_passed);
  const total = passing.length;
  const fromChecks = openPoints.flatMap(([name, result, key, concerns = () => true]) => {
    const { length: count } = passing.filter((item) =>
      item.checks.some(
        (check) => check.name === name && check.result === result && concerns(item, check),
      ),
    );
    return count > 0 ? [t(key, { count, total, hours })] : [];
  });
  const unshown = passing.filter((item) => !isShownType(item.media_type)).length;
  const failed = items.length - total;
  const byHand = passing.filter(isEnteredByHand).length;
  return [
    ...fromChecks,
    ...(unshown > 0 ? [t('content.limit.unshown', { count: unshown })] : []),
    ...(failed > 0 ? [t('content.limit.failed', { count: failed })] : []),
    ...(byHand > 0 ? [t('content.limit.by_hand', { count: byHand, total })] : []),
  ];
}

function sourceLimitations({ t }: Wording, items: ContentEvidenceItem[]): string[] {
  const passing = items.filter((item) => item.validation_passed);
  const total = passing.length;
  const selfMade = passing.filter((item) => item.source === 'self_service').length;
  const integrator = passing.filter((item) => item.source === 'integrator').length;
  return [
    ...(selfMade > 0 ? [t('content.limit.self', { count: selfMade, total })] : []),
    ...(integrator > 0 ? [t('content.limit.integrator', { count: integrator, total })] : []),
  ];
}

function stepLimitations({ t, list, own, labels }: Wording, { steps }: Facts): string[] {
  const open = steps.filter((step) => step.status !== 'passed');
  if (open.length === 0) return [];
  const names = open.map(({ step_name: name, label, required }) =>
    t(required ? 'content.limit.step_required' : 'content.limit.step_optional', {
      step: own(labels.step(name, 'label', label)),
    }),
  );
  return [t('content.limit.steps', { count: open.length, steps: list(names) })];
}

function statusLimitations({ t }: Wording, { status, requester_verdict }: Facts): string[] {
  if (status === 'submitted') return [t('content.limit.submitted')];
  if (status === 'disputed') return [t('content.limit.disputed')];
  return requester_verdict === null ? [t('content.limit.no_verdict')] : [];
}
