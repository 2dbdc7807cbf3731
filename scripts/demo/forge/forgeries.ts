import sharp from 'sharp';
import { sha256 } from '../../../src/modules/report/integrity.js';
import { entryOf, type LogEntry } from '../../../src/modules/report/log-entry.js';
import { type ReportAnswer, signedContentOf } from '../../../src/modules/report/report-answer.js';
import {
  type KeySet,
  KeySetError,
  readKeySet,
} from '../../../src/modules/report/verify/key-set.js';
import { verifyReports } from '../../../src/modules/report/verify/verify.js';
import { compareWithLog, LogFault } from '../../../src/modules/transparency/published.js';
import { lookAtLog } from '../../../src/modules/transparency/watch.js';
import { createOperator, newKey } from './operator.js';

/** What a service left: two versions of a report, and one of its photographs. */
export interface Genuine {
  first: ReportAnswer;
  second: ReportAnswer;
  pdf: Buffer;
  photo: Buffer;
  jwks: { keys: { kid: string }[] };
}

/** Who noticed a forgery, and what that says; null: nobody. */
export type Noticed = { detector: string; says: string } | null;

export interface Forgery {
  /** What is forged, as a sentence. */
  description: string;
  attempt: () => Promise<Noticed>;
}

const verifier = 'verify-report';
const file = (value: object | Buffer, name: string) => ({
  name,
  bytes: Buffer.isBuffer(value) ? value : Buffer.from(JSON.stringify(value)),
});

/** What verify-report says of files: its first error. */
async function verify(keys: KeySet, ...files: ReturnType<typeof file>[]): Promise<Noticed> {
  const { files: verdicts, errors } = await verifyReports(files, keys);
  const [says] = [...verdicts.flatMap((verdict) => verdict.errors), ...errors];
  return says === undefined ? null : { detector: verifier, says };
}

/** Who says that the log did what it must not. */
async function faultOf(detector: string, look: () => Promise<unknown>): Promise<Noticed> {
  try {
    await look();
    return null;
  } catch (error) {
    if (!(error instanceof LogFault)) throw error;
    return { detector, says: error.message };
  }
}

/** What the fingerprint in the signed report says of a photograph. */
function fingerprintOf({ first }: Genuine, bytes: Uint8Array): Noticed {
  const signed = first.evidence_items[0]?.media_sha256 ?? '';
  const actual = sha256(bytes);
  if (actual === signed) return null;
  return {
    detector: 'the fingerprint in the signed report',
    says: `the file has ${actual.slice(0, 16)}…, but ${signed.slice(0, 16)}… was signed`,
  };
}

const entryOfOther = (number: number): LogEntry => ({
  report_id: `report of another customer ${number}`,
  version_number: 1,
  content_sha256: sha256(`content ${number}`),
  previous_sha256: null,
  signed_at: '2026-01-01T00:00:00.000Z',
  key_id: 'key of the service',
});

/** Forgeries by strangers, who have the files and no key of the service. */
function byStrangers(genuine: Genuine, keys: KeySet): Forgery[] {
  const { first, second, pdf, photo, jwks } = genuine;
  const withLog = (log: ReportAnswer['integrity']['log']) => ({
    ...first,
    integrity: { ...first.integrity, log },
  });
  return [
    {
      description: 'Somebody rewrites the summary of the report.',
      attempt: () =>
        verify(keys, file({ ...first, summary: 'Nothing is wrong here.' }, 'report.json')),
    },
    {
      description: 'Somebody makes the report a month older than it is.',
      attempt: async () => {
        const older = new Date(Date.parse(first.integrity.signed_at) - 30 * 86_400_000);
        const integrity = { ...first.integrity, signed_at: older.toISOString() };
        return verify(keys, file({ ...first, integrity }, 'report.json'));
      },
    },
    {
      description: 'Somebody changes one pixel of a photograph.',
      attempt: async () => {
        const { data, info } = await sharp(photo).raw().toBuffer({ resolveWithObject: true });
        data[0] = (data[0] ?? 0) ^ 0xff;
        const raw = { width: info.width, height: info.height, channels: info.channels };
        return fingerprintOf(genuine, await sharp(data, { raw }).jpeg({ quality: 95 }).toBuffer());
      },
    },
    {
      description: 'Somebody saves a photograph again, so that it looks the same.',
      attempt: async () =>
        fingerprintOf(genuine, await sharp(photo).jpeg({ quality: 50 }).toBuffer()),
    },
    {
      description: 'A stranger signs the report with a key of his own.',
      attempt: async () => {
        const stranger = await createOperator('stranger.example');
        const forged = await stranger.sign(first, signedContentOf(first), new Date());
        return verify(keys, file(forged, 'report.json'));
      },
    },
    {
      description: 'A stranger hands over a key set in which his key has the name of the real one.',
      attempt: async () => {
        const [real] = jwks.keys;
        const fake = { ...newKey('sig').publicJwk, kid: real?.kid };
        try {
          return await verify(await readKeySet({ keys: [fake] }), file(first, 'report.json'));
        } catch (error) {
          if (!(error instanceof KeySetError)) throw error;
          return { detector: verifier, says: error.message };
        }
      },
    },
    {
      description:
        'Somebody changes what a page of the PDF shows, and leaves the embedded report as it is.',
      attempt: async () => {
        const forged = Buffer.from(pdf);
        // Within the content of the first page, where a stream begins.
        const at = forged.indexOf('stream\n') + 40;
        forged[at] = (forged[at] ?? 0) ^ 1;
        return verify(keys, file(forged, 'report.pdf'));
      },
    },
    {
      description: 'Somebody gives the report the receipt of its second version.',
      attempt: () => verify(keys, file(withLog(second.integrity.log), 'report.json')),
    },
  ];
}

/** Forgeries by the operator, who has every key and can sign whatever he wants. */
async function byTheOperator({ first, second }: Genuine): Promise<Forgery[]> {
  const origin = 'operator.example';
  const operator = await createOperator(origin);
  const now = new Date(first.integrity.signed_at);
  const content = signedContentOf(first);
  const honest = await operator.sign(first, content, now);
  const rewritten = await operator.sign(first, { ...content, summary: 'All is well.' }, now);
  const others = [0, 1, 2].map(entryOfOther);
  const log = [...others, entryOf(content, honest.integrity), entryOfOther(4)];
  const seen = await lookAtLog(operator.publish(log), null);
  const forked = [...others, entryOf(content, rewritten.integrity), entryOfOther(5)];
  const watcher = 'the watcher (npm run watch-log)';
  return [
    {
      description:
        'The operator rewrites the report, signs it with the real key and keeps the receipt.',
      attempt: async () => {
        const receipt = await operator.receipt(log, 3);
        const integrity = { ...rewritten.integrity, log: receipt };
        return verify(operator.keys, file({ ...rewritten, integrity }, 'report.json'));
      },
    },
    {
      description:
        'The operator shows one customer a log of his own, in which the rewritten report is.',
      attempt: async () => {
        const integrity = { ...rewritten.integrity, log: await operator.receipt(forked, 3) };
        const report = file({ ...rewritten, integrity }, 'report.json');
        const { files } = await verifyReports([report], operator.keys);
        const [{ logged, errors } = { logged: null, errors: [] }] = files;
        // Against its own checkpoint it verifies: this is what the log is for.
        if (!logged || errors.length > 0) throw new Error('the fork does not verify by itself');
        return faultOf('verify-report --log', () => compareWithLog(operator.publish(log), logged));
      },
    },
    {
      description: 'The operator takes the newest entry out of the log again.',
      attempt: () => faultOf(watcher, () => lookAtLog(operator.publish(log.slice(0, -1)), seen)),
    },
    {
      description: 'The operator logs a third version, and hides that there was a second.',
      attempt: () => {
        const hidden = { ...entryOf(signedContentOf(second), second.integrity), version_number: 3 };
        return faultOf(watcher, () => lookAtLog(operator.publish([...log, hidden]), seen));
      },
    },
  ];
}

/** Twelve forgeries of what a service left. */
export async function forgeriesOf(genuine: Genuine): Promise<Forgery[]> {
  const keys = await readKeySet(genuine.jwks);
  return [...byStrangers(genuine, keys), ...(await byTheOperator(genuine))];
}
