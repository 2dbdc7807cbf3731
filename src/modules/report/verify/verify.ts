import { canonicalJson } from '../../../lib/canonical-json.js';
import { sha256, type VersionHeader } from '../integrity.js';
import type { ReportContent } from '../report-schema.js';
import { checkChain, compareCopies, isIntact, sameVersion } from './chain.js';
import type { KeySet } from './key-set.js';
import { type FileVerdict, type InputFile, type Opened, openFile } from './open-file.js';
import { checkPageSignature } from './pages.js';
import { checkReceipt, compareReceipts } from './receipt.js';
import { comparePayload, verifySignature } from './signature.js';
import { type Authorities, checkTimestamps } from './timestamps.js';

export type { FileVerdict, InputFile } from './open-file.js';

export interface Verdict {
  files: FileVerdict[];
  /** Errors between the files: two reports, gaps, a predecessor that does not match. */
  errors: string[];
}

/**
 * Verifies reports offline, with only a key set: shape, content hash and signature of each file, the bytes of a PDF,
 * the receipt of the transparency log, and the chain between the given versions.
 *
 * @param keys the public key set of the service, as returned by `readKeySet`
 * @param authorities the trusted timestamp authorities; a timestamp of another authority is an error
 */
export async function verifyReports(
  files: InputFile[],
  keys: KeySet,
  authorities: Authorities = null,
): Promise<Verdict> {
  const verdicts: FileVerdict[] = [];
  const opened: Opened[] = [];
  for (const file of files) {
    const { verdict, opened: found } = openFile(file);
    verdicts.push(verdict);
    if (!found) continue;
    opened.push(found);
    await checkIntegrity(found, keys);
    await checkNamedPdf(found, keys);
    await checkPageSignature(found, keys);
    await checkTimestamps(found, authorities);
    checkReceipt(found, keys);
  }
  compareCopies(opened);
  const answers = opened.filter((file) => file.verdict.kind === 'json');
  for (const file of opened) if (file.verdict.kind === 'pdf') checkPages(file, answers);
  return { files: verdicts, errors: [...checkChain(opened), ...compareReceipts(opened)] };
}

/** Verifies the content hash, then the signature and each member of the integrity block against it. */
async function checkIntegrity(file: Opened, keys: KeySet): Promise<void> {
  const { verdict, content, integrity } = file;
  const actual = hashOf(content, verdict);
  if (actual !== integrity.content_sha256) {
    verdict.errors.push(
      `content: the SHA-256 is ${actual}, but ${integrity.content_sha256} was signed`,
    );
  }
  const signed = await verifySignature(integrity.signature, integrity.key_id, keys);
  if ('error' in signed) {
    verdict.errors.push(`integrity.${signed.error}`);
    return;
  }
  verdict.thumbprint = integrity.key_id;
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
        ? 'integrity.previous_sha256: version 1 has no previous version'
        : 'integrity.previous_sha256: does not name the previous version',
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

/** Verifies the signature over the whole PDF that a JSON of the same version contains. */
async function checkNamedPdf(answer: Opened, keys: KeySet): Promise<void> {
  if (!answer.pdf) return;
  const signed = await verifySignature(answer.pdf.signature, answer.integrity.key_id, keys);
  const expected = { ...versionOf(answer), pdf_sha256: answer.pdf.sha256 };
  answer.verdict.errors.push(
    ...('error' in signed
      ? [`integrity.pdf.${signed.error}`]
      : comparePayload(signed.payload, expected, 'integrity.pdf.signature')),
  );
}

const versionOf = ({ content, integrity }: Opened) => ({
  report_id: content.report_id,
  version_number: content.version_number,
  content_sha256: integrity.content_sha256,
});

/**
 * Verifies the pages of a PDF, which are covered by the signature in the PDF and by one in an intact JSON of the same
 * version; a PDF without its own signature only has the latter. The JSON names the PDF in English, so a translation only
 * has the former.
 */
function checkPages(file: Opened, answers: Opened[]): void {
  const isTranslation = file.signature !== null && file.language !== 'en';
  const named = answers.filter(
    (answer) => !isTranslation && sameVersion(answer, file) && answer.pdf !== null,
  );
  const digest = sha256(file.bytes);
  for (const answer of named.filter(({ pdf }) => pdf?.sha256 !== digest)) {
    file.verdict.errors.push(`pages: not the PDF that ${answer.verdict.name} names`);
  }
  if (!isIntact(file)) return;
  if (file.signature || named.some(isIntact)) file.verdict.notes.push('content and pages verified');
  else {
    file.verdict.uncovered.push(
      named.length > 0
        ? 'content verified, pages not: the PDF has no signature, and its JSON is not intact'
        : 'content verified, pages not: the PDF has no signature, and no JSON among the files names it',
    );
  }
}
