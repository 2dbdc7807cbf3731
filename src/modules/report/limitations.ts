import { capturedOrigin, signerNotChecked, signerNotListed } from '../evidence/check-provenance.js';
import { freshMilliseconds } from '../evidence/checks.js';
import { isEnteredByHand } from '../evidence/entered-by-hand.js';
import type { CheckName, CheckResult } from '../evidence/evidence.js';
import { isPictureType } from '../evidence/media-types.js';
import { isShownType } from './pdf/photos.js';
import type { ContentEvidenceItem, ReportFacts } from './report-schema.js';
import { count, list } from './wording.js';

type Facts = Omit<ReportFacts, 'summary' | 'limitations'>;

/**
 * What the evidence of this report does not prove, in plain words and in a fixed order: first what
 * is true of every report, then what follows from the items, steps and status of this one.
 */
export function deriveLimitations(facts: Facts): string[] {
  return [
    'Positions and capture times are what the capturing device declared. The checks compare them with the job, the time of receipt and the file itself; they cannot rule out a device that was set up to declare false values.',
    'The evidence shows the place at the moments of capture. It says nothing about any time before or after.',
    'The automatic checks judge position, time and file. They do not judge what a picture shows.',
    'The signature proves that this report was issued by the service and has not been altered since. It does not prove that what the evidence shows is genuine.',
    ...itemLimitations(facts.evidence_items),
    ...positionLimitations(facts.evidence_items),
    ...sourceLimitations(facts.evidence_items),
    ...stepLimitations(facts),
    ...statusLimitations(facts),
  ];
}

/** Which check, with which result, and what that leaves open for so many items. */
type OpenPoint = [
  CheckName,
  CheckResult,
  (items: string, one: boolean) => string,
  /** Of which items and checks it is said; left out: of all. */
  concerns?: (item: ContentEvidenceItem, check: ContentEvidenceItem['checks'][number]) => boolean,
];

const hasUnlistedSigner = (measured: string | null) => measured?.endsWith(signerNotListed) ?? false;

const openPoints: OpenPoint[] = [
  [
    'geofence',
    'not_run',
    (items) =>
      `The position given for the job is not valid, so the distance of ${items} could not be checked.`,
  ],
  [
    'geofence',
    'warn',
    (items, one) =>
      `${items} ${one ? 'was' : 'were'} captured farther from the address than the distance that counts as being there.`,
  ],
  [
    'freshness',
    'warn',
    (items, one) =>
      `${items} ${one ? 'was' : 'were'} received more than ${freshMilliseconds / 3_600_000} hours after capture; there was more time than usual to alter ${one ? 'it' : 'them'}.`,
  ],
  [
    'hash',
    'not_run',
    (items, one) =>
      `For ${items} no fingerprint was declared by the sender; the fingerprint in this report was taken on receipt and says nothing about changes to the ${one ? 'file' : 'files'} on the way to the service.`,
  ],
  [
    'duplicate',
    'warn',
    (items, one) =>
      `${items} ${one ? 'repeats a file' : 'repeat files'} that passed before on this job, or that was sent for another job and not accepted there.`,
  ],
  [
    'similar',
    'warn',
    (items, one) =>
      `${items} ${one ? 'looks' : 'look'} like a picture that was submitted for another job.`,
  ],
  [
    'nonce',
    'not_run',
    (items, one) =>
      `${items} carried no single-use code; only the comparison of bytes shows that ${one ? 'it was' : 'they were'} not sent before.`,
  ],
  [
    'exif',
    'not_run',
    (items, one) =>
      `The ${one ? 'file' : 'files'} of ${items} ${one ? 'carries' : 'carry'} no time or position of ${one ? 'its' : 'their'} own that could be compared with what was declared.`,
    ({ media_type }) => isPictureType(media_type),
  ],
  [
    'exif',
    'not_run',
    (items, one) =>
      `The ${one ? 'file' : 'files'} of ${items} ${one ? 'states' : 'state'} no usable time or position, so nothing in ${one ? 'it' : 'them'} was compared with what was declared.`,
    ({ media_type }) => !isPictureType(media_type),
  ],
  [
    'exif',
    'warn',
    (items, one) =>
      `The ${one ? 'file' : 'files'} of ${items} ${one ? 'states' : 'state'} a time or position that does not agree with the other values; neither of them decides.`,
  ],
  [
    'media',
    'warn',
    (items, one) =>
      `${items} could not be decoded completely by the service because of an internal error, so it is unknown whether ${one ? 'it is' : 'they are'} complete.`,
    (_, { measured }) => measured?.endsWith('not decoded') ?? false,
  ],
  [
    'provenance',
    'not_run',
    (items, one) =>
      `The ${one ? 'picture' : 'pictures'} of ${items} ${one ? 'carries' : 'carry'} no content credentials, so no camera vouches for ${one ? 'it' : 'them'}.`,
    ({ media_type }, { measured }) => isPictureType(media_type) && measured === null,
  ],
  [
    'provenance',
    'not_run',
    (items, one) =>
      `The content credentials of ${items} are in a form that the service does not read, so they vouch for nothing about ${one ? 'it' : 'them'} here.`,
    (_, { measured }) => measured !== null,
  ],
  [
    'provenance',
    'pass',
    (items, one) =>
      `The content credentials of ${items} were signed by ${one ? 'a signer' : 'signers'} whom the service does not judge.`,
    (_, { measured }) => measured?.endsWith(signerNotChecked) ?? false,
  ],
  [
    'provenance',
    'warn',
    (items) =>
      `The content credentials of ${items} were signed by a signer who is not on the list of the service.`,
    (_, { measured }) => hasUnlistedSigner(measured),
  ],
  [
    'provenance',
    'warn',
    (items, one) =>
      `The content credentials of ${items} do not show that ${one ? 'it is a capture' : 'they are captures'} of a camera that nobody has changed.`,
    (_, { measured }) => !measured?.startsWith(capturedOrigin),
  ],
];

function itemLimitations(items: ContentEvidenceItem[]): string[] {
  const passing = items.filter((item) => item.validation_passed);
  const failed = items.length - passing.length;
  const fromChecks = openPoints.flatMap(([name, result, sentence, concerns = () => true]) => {
    const concerned = passing.filter((item) =>
      item.checks.some(
        (check) => check.name === name && check.result === result && concerns(item, check),
      ),
    );
    const { length } = concerned;
    if (length === 0) return [];
    const text = `${length} of ${count(passing.length, 'passing item', 'passing items')}`;
    return [sentence(text, length === 1)];
  });
  const unshown = passing.filter((item) => !isShownType(item.media_type)).length;
  return [
    ...fromChecks,
    ...(unshown > 0
      ? [
          `${count(unshown, 'passing item is', 'passing items are')} not in an image format that the printed report can show; it lists ${unshown === 1 ? 'it' : 'them'} by file type and fingerprint only.`,
        ]
      : []),
    ...(failed > 0
      ? [
          `${count(failed, 'item', 'items')} failed at least one check; ${failed === 1 ? 'it is' : 'they are'} listed for completeness and ${failed === 1 ? 'supports' : 'support'} nothing.`,
        ]
      : []),
  ];
}

function positionLimitations(items: ContentEvidenceItem[]): string[] {
  const passing = items.filter((item) => item.validation_passed);
  const { length } = passing.filter(isEnteredByHand);
  if (length === 0) return [];
  const text = `${length} of ${count(passing.length, 'passing item', 'passing items')}`;
  return [
    `The ${length === 1 ? 'position' : 'positions'} of ${text} ${length === 1 ? 'was' : 'were'} typed by hand, because the device gave none; nothing shows that ${length === 1 ? 'it was' : 'they were'} captured there.`,
  ];
}

function sourceLimitations(items: ContentEvidenceItem[]): string[] {
  const passing = items.filter((item) => item.validation_passed);
  const selfMade = passing.filter((item) => item.source === 'self_service').length;
  const integrator = passing.filter((item) => item.source === 'integrator').length;
  const text = (number: number) =>
    `${number} of ${count(passing.length, 'passing item', 'passing items')}`;
  return [
    ...(selfMade > 0
      ? [
          `${text(selfMade)} came from the requester or a person the requester named, not from an independent verifier.`,
        ]
      : []),
    ...(integrator > 0
      ? [
          `${text(integrator)} came from the party that ordered the job, not from an independent verifier.`,
        ]
      : []),
  ];
}

function stepLimitations({ steps }: Facts): string[] {
  const open = steps.filter((step) => step.status !== 'passed');
  if (open.length === 0) return [];
  const names = open.map(
    ({ label, required }) => `“${label}” (${required ? 'required' : 'not required'})`,
  );
  return [
    `No passing evidence shows ${open.length === 1 ? 'the step' : 'the steps'} ${list(names)}.`,
  ];
}

function statusLimitations({ status, requester_verdict }: Facts): string[] {
  if (status === 'submitted') {
    return ['The evidence of this version has not been confirmed yet.'];
  }
  if (status === 'disputed') {
    return [
      'The requester disputes the result; the dispute was open when this version was created.',
    ];
  }
  if (requester_verdict === null) {
    return ['The requester had given no verdict when this version was created.'];
  }
  return [];
}
