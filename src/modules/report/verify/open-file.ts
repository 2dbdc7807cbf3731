import type { KeyObject } from 'node:crypto';
import type { z } from 'zod';
import { canonicalJson } from '../../../lib/canonical-json.js';
import type { Checkpoint } from '../../../lib/checkpoint.js';
import type { Hash } from '../../../lib/merkle.js';
import { objectiveKey } from '../../question/objective.js';
import {
  type CertificateClaim,
  certificateClaim,
  type IntegrityBlock,
  integrityBlock,
  type LogReceipt,
  logReceipt,
  type PdfIntegrity,
  type TimestampBlock,
  timestampBlock,
} from '../integrity.js';
import { reportAnswer, signedContentOf } from '../report-answer.js';
import { type ReportContent, reportContent } from '../report-schema.js';
import { readAttachments, readLanguage } from './pdf-attachments.js';
import { type PageSignature, readPageSignature } from './pdf-signature.js';
import { PdfShapeError, readPdf } from './pdf-syntax.js';
import { parseStrictJson, StrictJsonError } from './strict-json.js';

export interface InputFile {
  name: string;
  bytes: Buffer;
}

/** Position of a version in the tree of a log, as proved by its receipt. */
export interface LoggedAt extends Checkpoint {
  leafIndex: number;
  leaf: Hash;
  /** Public key that signed the tree. */
  key: KeyObject;
}

/** Result for one file. If it has errors, its members are only claims of the file. */
export interface FileVerdict {
  name: string;
  kind: 'json' | 'pdf';
  reportId: string | null;
  versionNumber: number | null;
  signedAt: string | null;
  keyId: string | null;
  /** RFC 7638 thumbprint, computed from the key set, of the key whose signature verified. */
  thumbprint: string | null;
  /** Position in the transparency log; null without a receipt that verified. */
  logged: LoggedAt | null;
  /** True if an external authority confirmed one of its times. */
  isStamped: boolean;
  notes: string[];
  /** The objective with its answer, then the other answers, each on one line. */
  answers: { question: string; answer: string }[];
  /** Parts that no signature covers: the file is not verified as a whole. */
  uncovered: string[];
  errors: string[];
}

/** A file that could be read, with its content. */
export interface Opened {
  verdict: FileVerdict;
  bytes: Buffer;
  content: ReportContent;
  integrity: IntegrityBlock;
  /** Signature of the PDF in a JSON; null before the PDF was made. */
  pdf: PdfIntegrity | null;
  /** Language of the pages of a PDF; null for JSON. */
  language: string | null;
  /** Signature within a PDF. */
  signature: PageSignature | null;
  /** The certificates of that signature, as claimed by the PDF. */
  certificates: CertificateClaim | null;
  /** Timestamp of the version's signature by an external authority; null if missing. */
  timestamp: TimestampBlock | null;
  log: LogReceipt | null;
}

/** The integrity block that a PDF embeds. */
const pdfBlock = integrityBlock.extend({
  // Absent from PDFs that are signed by a JWS.
  certificates: certificateClaim.optional(),
  timestamp: timestampBlock.optional(),
});

/** Attachments of a PDF besides the report. */
const besideReport = new Set(['integrity.json', 'receipt.json']);

/** Reads a file by its first bytes; its content is available only if its shape is valid. */
export function openFile(file: InputFile): { verdict: FileVerdict; opened: Opened | null } {
  const isPdf = file.bytes.subarray(0, 5).toString('latin1') === '%PDF-';
  const verdict = emptyVerdict(file.name, isPdf ? 'pdf' : 'json');
  try {
    return { verdict, opened: isPdf ? openPdf(file, verdict) : openJson(file, verdict) };
  } catch (error) {
    // The engine limits the length of a regular expression's input; the other files are still verified.
    if (!(error instanceof RangeError)) throw error;
    verdict.errors.push('too long to be read');
    return { verdict, opened: null };
  }
}

function emptyVerdict(name: string, kind: 'json' | 'pdf'): FileVerdict {
  return {
    name,
    kind,
    reportId: null,
    versionNumber: null,
    signedAt: null,
    keyId: null,
    thumbprint: null,
    logged: null,
    isStamped: false,
    notes: [],
    answers: [],
    uncovered: [],
    errors: [],
  };
}

function openJson(file: InputFile, verdict: FileVerdict): Opened | null {
  const answer = parse(reportAnswer, file.bytes, verdict, '');
  if (!answer) return null;
  const { pdf, timestamp = null, log = null, ...integrity } = answer.integrity;
  const content = signedContentOf(answer);
  const listed = answer.versions.find((entry) => entry.version_number === content.version_number);
  if (listed && listed.content_sha256 !== integrity.content_sha256) {
    verdict.errors.push('versions: names another content_sha256 for this version');
  }
  return open(verdict, file.bytes, content, integrity, {
    pdf,
    language: null,
    signature: null,
    certificates: null,
    timestamp,
    log,
  });
}

function openPdf(file: InputFile, verdict: FileVerdict): Opened | null {
  let attachments: Map<string, Buffer>;
  let signature: PageSignature | null;
  let language: string | null;
  try {
    const pdf = readPdf(file.bytes);
    attachments = readAttachments(pdf);
    signature = readPageSignature(pdf, file.bytes);
    language = readLanguage(pdf);
  } catch (error) {
    if (!(error instanceof PdfShapeError)) throw error;
    verdict.errors.push(`PDF: ${error.message}`);
    return null;
  }
  const reports = [...attachments.keys()].filter((name) => !besideReport.has(name));
  const [name] = reports;
  const report = attachments.get(name ?? '');
  const block = attachments.get('integrity.json');
  if (!name || !report || !block || reports.length !== 1) {
    verdict.errors.push('PDF: embeds something else than one report and its integrity.json');
    return null;
  }
  const receipt = attachments.get('receipt.json');
  const log = receipt ? parse(logReceipt, receipt, verdict, 'receipt.json: ') : null;
  const content = parse(reportContent, report, verdict, `${name}: `);
  const embedded = parse(pdfBlock, block, verdict, 'integrity.json: ');
  if (!content || !embedded) return null;
  const { certificates = null, timestamp = null, ...integrity } = embedded;
  if (name !== `report-${content.report_id}-v${content.version_number}.json`) {
    verdict.errors.push(`PDF: the embedded report is named ${name}`);
  }
  if (canonicalJson(content) !== report.toString('utf8')) {
    verdict.errors.push(`${name}: not in canonical form`);
  }
  return open(verdict, file.bytes, content, integrity, {
    pdf: null,
    language,
    signature,
    certificates,
    timestamp,
    log,
  });
}

function open(
  verdict: FileVerdict,
  bytes: Buffer,
  content: ReportContent,
  integrity: IntegrityBlock,
  rest: Pick<Opened, 'pdf' | 'language' | 'signature' | 'certificates' | 'timestamp' | 'log'>,
): Opened {
  verdict.reportId = content.report_id;
  verdict.versionNumber = content.version_number;
  verdict.signedAt = integrity.signed_at;
  verdict.keyId = integrity.key_id;
  verdict.answers = answersIn(content);
  return { verdict, bytes, content, integrity, ...rest };
}

function answersIn({ headline, answers = [] }: ReportContent): FileVerdict['answers'] {
  const others = answers.filter(({ question_key: key }) => key !== objectiveKey);
  return [
    ...(headline
      ? [{ question: headline.question, answer: headline.answer ?? 'nobody answered' }]
      : []),
    ...others.map(({ question, text, comment, reason, cannot_tell: isUnknown }) => ({
      question,
      answer: [text, isUnknown ? reason : null, comment].filter((part) => part !== null).join('. '),
    })),
  ];
}

function parse<T>(
  schema: z.ZodType<T>,
  bytes: Buffer,
  verdict: FileVerdict,
  prefix: string,
): T | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const parsed = schema.safeParse(parseStrictJson(text));
    if (parsed.success) return parsed.data;
    for (const issue of parsed.error.issues) {
      const names = issue.code === 'unrecognized_keys' ? issue.keys : [''];
      for (const name of names) {
        const at = `/${[...issue.path, name].filter((part) => part !== '').join('/')}`;
        const problem = issue.code === 'unrecognized_keys' ? 'unknown member' : issue.message;
        verdict.errors.push(`${prefix}${at}: ${problem}`);
      }
    }
  } catch (error) {
    if (error instanceof StrictJsonError) verdict.errors.push(`${prefix}${error.message}`);
    else if (error instanceof TypeError) verdict.errors.push(`${prefix}not UTF-8`);
    else throw error;
  }
  return null;
}
