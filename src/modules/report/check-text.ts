import { locales } from '../../messages/language.js';
import type { ContentKey, Wording } from './reader-wording.js';
import type { ContentCheck } from './report-schema.js';

/** A text for a reader; one that no message covers stays in English. */
export interface ReaderText {
  text: string;
  isEnglish: boolean;
}

/** The messages of the results that a check can have. */
const messageKeys: Readonly<
  Record<ContentCheck['name'], Partial<Record<ContentCheck['result'], ContentKey>>>
> = {
  geofence: {
    pass: 'content.check.geofence_pass',
    warn: 'content.check.geofence_warn',
    fail: 'content.check.geofence_fail',
    not_run: 'content.check.geofence_not_run',
  },
  capture_time: {
    pass: 'content.check.capture_time_pass',
    fail: 'content.check.capture_time_fail',
  },
  freshness: {
    pass: 'content.check.freshness_pass',
    warn: 'content.check.freshness_warn',
  },
  hash: {
    pass: 'content.check.hash_pass',
    fail: 'content.check.hash_fail',
    not_run: 'content.check.hash_not_run',
  },
  duplicate: {
    pass: 'content.check.duplicate_pass',
    warn: 'content.check.duplicate_warn',
    fail: 'content.check.duplicate_fail',
    not_run: 'content.check.duplicate_not_run',
  },
  similar: {
    pass: 'content.check.similar_pass',
    warn: 'content.check.similar_warn',
    not_run: 'content.check.similar_not_run',
  },
  nonce: {
    pass: 'content.check.nonce_pass',
    fail: 'content.check.nonce_fail',
    not_run: 'content.check.nonce_not_run',
  },
  media: {
    pass: 'content.check.media_pass',
    warn: 'content.check.media_warn',
    fail: 'content.check.media_fail',
  },
  exif: {
    pass: 'content.check.exif_pass',
    warn: 'content.check.exif_warn',
    fail: 'content.check.exif_fail',
    not_run: 'content.check.exif_not_run',
  },
  provenance: {
    pass: 'content.check.provenance_pass',
    warn: 'content.check.provenance_warn',
    fail: 'content.check.provenance_fail',
    not_run: 'content.check.provenance_not_run',
  },
};

/** Formats any message with the given values. */
const plain = ({ t }: Wording) =>
  t as unknown as (key: ContentKey, values?: Readonly<Record<string, string>>) => string;

/** Returns the message of a check: as signed in English, otherwise derived from its name and result. */
export function checkMessage(wording: Wording, check: ContentCheck): ReaderText {
  const key = messageKeys[check.name][check.result];
  return wording.language === 'en' || key === undefined
    ? { text: check.message, isEnglish: true }
    : { text: plain(wording)(key), isEnglish: false };
}

const number = '(\\d+(?:\\.\\d+)?)';
const time = '((?:\\d+ (?:d|h|min|s) ?)+)';
const type = '([a-z]+/[\\w.+-]+)';

/** Signed values in English as patterns, with the message and the names of its arguments. */
const values: readonly (readonly [RegExp, ContentKey, ...string[]])[] = (
  [
    [`${number} m \\(accurate to ${number} m\\)`, 'content.value.accurate', 'distance', 'accuracy'],
    [`pass ≤ ${number} m, warn ≤ ${number} m`, 'content.value.distance_limits', 'pass', 'warn'],
    ['(\\S+Z) to (\\S+Z)', 'content.value.period', 'from', 'to'],
    ['never accepted on another job', 'content.value.never_elsewhere'],
    ['accepted on another job', 'content.value.elsewhere'],
    ['passed before on this job', 'content.value.passed_here'],
    ['never seen', 'content.value.never_seen'],
    ['seen on this job, not passed', 'content.value.seen_here'],
    ['(\\d+) jobs tried', 'content.value.jobs_tried', 'count'],
    ['not used before', 'content.value.not_used'],
    ['unused', 'content.value.unused'],
    ['used before', 'content.value.used'],
    ['none alike', 'content.value.none_alike'],
    [
      'warn ≤ (\\d+) of (\\d+) and ≤ (\\d+) of (\\d+) bits different',
      'content.value.bits_limit',
      'hash',
      'hash_bits',
      'blocks',
      'block_bits',
    ],
    [
      '(\\d+) of (\\d+), (\\d+) of (\\d+) bits different',
      'content.value.bits',
      'hash',
      'hash_bits',
      'blocks',
      'block_bits',
    ],
    ['0 bytes', 'content.value.no_bytes'],
    ['unknown type', 'content.value.unknown_type'],
    [`${type}, not decoded`, 'content.value.not_decoded', 'type'],
    [`${type}, cannot be decoded`, 'content.value.undecodable', 'type'],
    [`${type}, (\\d+) pages?`, 'content.value.pages', 'type', 'pages'],
    [
      `${type}, decodes completely within ${number} s, ≤ ${number} megapixels, ≤ (\\d+) scans or frames; warn < (\\d+) px`,
      'content.value.picture_limit',
      'type',
      'seconds',
      'pixels',
      'scans',
      'side',
    ],
    [
      `${type}, a track with a duration and its first sample, all media data in the file`,
      'content.value.video_limit',
      'type',
    ],
    [
      `${type}, its pages counted within ${number} s`,
      'content.value.document_limit',
      'type',
      'seconds',
    ],
    [
      `a picture, video or PDF that decodes completely within ${number} s`,
      'content.value.any_limit',
      'seconds',
    ],
    [`time ${time}apart`, 'content.value.time_apart', 'time'],
    [`position ${number} m apart.*`, 'content.value.position_apart', 'distance'],
    [
      `time ${time}apart, position ${number} m apart.*`,
      'content.value.both_apart',
      'time',
      'distance',
    ],
    [
      `time within ${time.replace(' ?', ' ??')}, position within ${number} m of the declared values`,
      'content.value.exif_limit',
      'time',
      'distance',
    ],
    [
      `time within ${time.replace(' ?', ' ??')}, position within ${number} m of the declared values, and its accuracy`,
      'content.value.exif_limit_accuracy',
      'time',
      'distance',
    ],
    ['signed at capture, no pixel changed since', 'content.value.credentials'],
    [
      'signed at capture, no pixel changed since, by a signer on the list',
      'content.value.credentials_listed',
    ],
    ['not read', 'content.value.not_read'],
    ['not confirmed', 'content.value.not_confirmed'],
    ['changed after signing', 'content.value.changed'],
    ['captured', 'content.value.captured'],
    ['generated', 'content.value.generated'],
    ['edited', 'content.value.edited'],
    ['origin unknown', 'content.value.origin_unknown'],
    ['signer not judged', 'content.value.signer_not_judged'],
    ['signer listed', 'content.value.signer_listed'],
    ['signer not listed', 'content.value.signer_not_listed'],
  ] as const
).map(([pattern, ...rest]) => [new RegExp(`^${pattern}$`), ...rest] as const);

/** Values without words: hashes, instants, types with a size, numbers with a unit. */
const isWordless = (text: string) =>
  /^(sha256 [0-9a-f]+|\S+Z|[a-z]+\/[\w.+-]+(, [\d.]+( × [\d.]+)? (px|s))?)$/.test(text);

const metreArguments = new Set(['distance', 'accuracy', 'pass', 'warn']);
const units = { d: 'day', h: 'hour', min: 'minute', s: 'second' } as const;

/** Formats a number with its unit, to one decimal. */
const measure = ({ language, own }: Wording, amount: string, unit: string): string =>
  own(
    new Intl.NumberFormat(locales[language], {
      style: 'unit',
      unit,
      unitDisplay: 'short',
      maximumFractionDigits: 1,
    }).format(Number(amount)),
  );

/** Formats a duration such as `1 h 2 min`. */
const durationText = (wording: Wording, text: string): string =>
  text
    .trim()
    .replace(/(\d+) (d|h|min|s)(?= |$)/g, (_, amount: string, unit: keyof typeof units) =>
      measure(wording, amount, units[unit]),
    );

/** Returns a measured or allowed value of a check: as signed in English, otherwise translated if it is known. */
export function checkValue(wording: Wording, signed: string): ReaderText {
  if (wording.language === 'en') return { text: signed, isEnglish: true };
  if (isWordless(signed)) return { text: wording.own(signed), isEnglish: false };
  const distance = /^(\d+(?:\.\d+)?) m$/.exec(signed)?.[1];
  if (distance) return { text: measure(wording, distance, 'meter'), isEnglish: false };
  if (/^(≤ )?(\d+ (d|h|min|s) ?)+$/.test(signed)) {
    return { text: durationText(wording, signed), isEnglish: false };
  }
  for (const [pattern, key, ...names] of values) {
    const found = pattern.exec(signed);
    if (!found) continue;
    const given = names.map((name, index) => {
      const part = found[index + 1] ?? '';
      if (metreArguments.has(name)) return [name, measure(wording, part, 'meter')];
      return [name, name === 'time' ? durationText(wording, part) : wording.own(part)];
    });
    return { text: plain(wording)(key, Object.fromEntries(given)), isEnglish: false };
  }
  const [first = '', second = '', ...more] = signed.split(', ');
  if (second === '' || more.length > 0) return { text: signed, isEnglish: true };
  const [one, two] = [checkValue(wording, first), checkValue(wording, second)];
  return one.isEnglish || two.isEnglish
    ? { text: signed, isEnglish: true }
    : { text: wording.pair(one.text, two.text), isEnglish: false };
}
