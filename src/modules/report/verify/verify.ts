import type { JWK } from 'jose';
import { canonicalJson, sha256, type VersionHeader } from '../integrity.js';
import type { ReportContent } from '../report-schema.js';
import { checkChain, compareCopies, isIntact, sameVersion } from './chain.js';
import { type FileVerdict, type InputFile, type Opened, openFile } from './open-file.js';
import { comparePayload, verifySignature } from './signature.js';

export type { FileVerdict, InputFile } from './open-file.js';

export interface Verdict {
  files: FileVerdict[];
  /** What is wrong between the files: two reports, gaps, a predecessor that does not fit. */
  errors: string[];
}

/**
 * Verifies reports offline, against nothing but a key set: shape, content hash and signature of
 * each file, the chain between the versions given, and the bytes of a PDF whose JSON is given too.
 *
 * @param keys the public key set of the service (RFC 7517)
 */
export async function verifyReports(files: InputFile[], keys: JWK[]): Promise<Verdict> {
  const verdicts: FileVerdict[] = [];
  const opened: Opened[] = [];
  for (const file of files) {
    const { verdict, opened: found } = openFile(file);
    verdicts.push(verdict);
    if (!found) continue;
    opened.push(found);
    await checkIntegrity(found, keys);
  }
  compareCopies(opened);
  await checkPdfBytes(opened, keys);
  return { files: verdicts, errors: checkChain(opened) };
}

/** Content hash, then the signature and each member of the integrity block against it. */
async function checkIntegrity(file: Opened, keys: JWK[]): Promise<void> {
  const { verdict, content, integrity } = file;
  const actual = hashOf(content, verdict);
  if (actual !== integrity.content_sha256) {
    verdict.errors.push(
      `content: its SHA-256 is ${actual}, signed was ${integrity.content_sha256}`,
    );
  }
  const signed = await verifySignature(integrity.signature, integrity.key_id, keys);
  if ('error' in signed) {
    verdict.errors.push(`integrity.${signed.error}`);
    return;
  }
  verdict.thumbprint = signed.thumbprint;
  const expected: VersionHeader = {
    report_id: content.report_id,
    version_number: content.version_number,
    content_sha256: integrity.content_sha256,
    previous_sha256: integrity.previous_sha256,
    signed_at: integrity.signed_at,
  };
  verdict.errors.push(...comparePayload(signed.payload, { ...expected }, 'integrity.signature'));
  const isFirst = content.version_number === 1;
  if (isFirst !== (integrity.previous_sha256 === null)) {
    verdict.errors.push(
      isFirst
        ? 'integrity.previous_sha256: version 1 has no version before it'
        : 'integrity.previous_sha256: does not name the version before',
    );
  }
}

function hashOf(content: ReportContent, verdict: FileVerdict): string | null {
  try {
    return sha256(canonicalJson(content));
  } catch (error) {
    verdict.errors.push(`content: has no canonical form (${(error as Error).message})`);
    return null;
  }
}

/** The pages of a PDF are covered by a signature that stands in the JSON of the same version. */
async function checkPdfBytes(opened: Opened[], keys: JWK[]): Promise<void> {
  const answers = opened.filter((file) => file.verdict.kind === 'json');
  for (const answer of answers) {
    if (!answer.pdf) continue;
    const signed = await verifySignature(answer.pdf.signature, answer.integrity.key_id, keys);
    const expected = {
      report_id: answer.content.report_id,
      version_number: answer.content.version_number,
      content_sha256: answer.integrity.content_sha256,
      pdf_sha256: answer.pdf.sha256,
    };
    answer.verdict.errors.push(
      ...('error' in signed
        ? [`integrity.pdf.${signed.error}`]
        : comparePayload(signed.payload, expected, 'integrity.pdf.signature')),
    );
  }
  for (const file of opened.filter((candidate) => candidate.verdict.kind === 'pdf')) {
    const beside = answers.filter((answer) => sameVersion(answer, file));
    const named = beside.filter((answer) => answer.pdf !== null);
    const unlike = named.filter((answer) => answer.pdf?.sha256 !== sha256(file.bytes));
    for (const answer of unlike) {
      file.verdict.errors.push(`pages: not the PDF that ${answer.verdict.name} names`);
    }
    if (unlike.length > 0) continue;
    file.verdict.notes.push(
      named.length > 0
        ? named.every(isIntact)
          ? 'embedded report and pages verified'
          : 'pages not verified: the JSON beside it is not intact'
        : beside.length > 0
          ? 'embedded report verified; the JSON beside it was read before the PDF was made, so the pages are not'
          : 'embedded report verified; to verify the pages too, give the JSON of this version as well',
    );
  }
}
