import type { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { readCertificates } from '../src/lib/certificates.js';
import { type KeySet, KeySetError, readKeySet } from '../src/modules/report/verify/key-set.js';
import { parseStrictJson, StrictJsonError } from '../src/modules/report/verify/strict-json.js';
import {
  type FileVerdict,
  type InputFile,
  verifyReports,
} from '../src/modules/report/verify/verify.js';
import { compareWithLog, LogFault, readerOf } from '../src/modules/transparency/published.js';
import { exitBy } from './exit-by.js';
import { printLine } from './print-line.js';

const usage = `usage: npm run verify-report -- FILE… [--jwks FILE] [--log ADDRESS] [--tsa-ca FILE]

Verifies reports offline: JSON answers of the interface and PDFs, of one report, in any order, with their
receipts of the transparency log.
  --jwks FILE    the key set of the service, saved from /.well-known/jwks.json
                 (default: jwks.json beside the first file)
  --log ADDRESS  besides compare the receipts with the newest checkpoint of the log at the public address
                 of the service, such as https://checks.example
  --tsa-ca FILE  besides judge who signed the timestamps: certificates (PEM) of timestamp authorities, or of
                 those that certify them; without it their names are printed as they stand in the timestamps

Exit 0 when everything is verified, pages included; 1 when something is wrong, is not covered by a
signature, or cannot be read.`;

/** Reads the files, prints one line for each, and returns true if all of them are valid. */
async function main(): Promise<boolean> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      jwks: { type: 'string' },
      log: { type: 'string' },
      'tsa-ca': { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const [first] = positionals;
  if (values.help || first === undefined) {
    console.log(usage);
    return values.help === true;
  }
  const keys = await openKeySet(values.jwks ?? join(dirname(first), 'jwks.json'));
  const files: InputFile[] = [];
  const unread: string[] = [];
  for (const path of positionals) {
    const name = basename(path);
    try {
      files.push({ name, bytes: await readFile(path) });
    } catch (error) {
      unread.push(`${name}: cannot be read: ${(error as Error).message}`);
    }
  }
  const authorities = values['tsa-ca'] === undefined ? null : await openList(values['tsa-ca']);
  const verdict = await verifyReports(files, keys, authorities);
  for (const file of verdict.files) printFile(file);
  for (const error of [...unread, ...verdict.errors]) printLine(`WRONG  ${error}`);
  const thumbprints = new Set(verdict.files.flatMap(({ thumbprint }) => thumbprint ?? []));
  for (const thumbprint of thumbprints) printLine(`key thumbprint (RFC 7638): ${thumbprint}`);
  const agrees = values.log === undefined || (await askLog(values.log, verdict.files));
  const isStamped = authorities === null || verdict.files.some((file) => file.isStamped);
  if (!isStamped) printLine('WRONG  no timestamp by any of the given authorities');
  const isWhole = (file: FileVerdict) => file.errors.length === 0 && file.uncovered.length === 0;
  const isRight = unread.length === 0 && verdict.errors.length === 0;
  return agrees && isStamped && isRight && verdict.files.every(isWhole);
}

/** Compares each receipt with the currently published log, and prints the result. */
async function askLog(address: string, files: readonly FileVerdict[]): Promise<boolean> {
  const receipts = files.flatMap(({ name, logged }) => (logged ? [{ name, logged }] : []));
  if (receipts.length === 0) printLine(`WRONG  no receipt to compare with the log at ${address}`);
  const read = readerOf(address);
  let agrees = receipts.length > 0;
  for (const { name, logged } of receipts) {
    try {
      const { size } = await compareWithLog(read, logged);
      printLine(`ok     ${name}: its receipt agrees with the log at ${address}, ${size} entries`);
    } catch (error) {
      if (!(error instanceof LogFault)) throw error;
      agrees = false;
      printLine(`WRONG  ${name}: ${error.message}`);
    }
  }
  return agrees;
}

async function openKeySet(path: string): Promise<KeySet> {
  const text = await readFile(path, 'utf8');
  try {
    return await readKeySet(parseStrictJson(text));
  } catch (error) {
    if (!(error instanceof KeySetError || error instanceof StrictJsonError)) throw error;
    throw new Error(`${path}: ${error.message}`);
  }
}

async function openList(path: string): Promise<X509Certificate[]> {
  const text = await readFile(path, 'utf8');
  try {
    return readCertificates(text);
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`);
  }
}

function printFile(file: FileVerdict): void {
  const { name, reportId, versionNumber, signedAt, keyId, logged } = file;
  const about = `report ${reportId}, version ${versionNumber}, signed ${signedAt}, key ${keyId}`;
  const place = logged
    ? `log ${logged.origin}: index ${logged.leafIndex}, size ${logged.size}, time ${signedAt}`
    : 'not logged: it has no receipt of the transparency log';
  if (file.errors.length === 0 && file.uncovered.length > 0) {
    printLine(`partly ${name}: ${[about, ...file.uncovered, place].join('; ')}`);
    return;
  }
  if (file.errors.length === 0) {
    printLine(`ok     ${name}: ${[about, ...file.notes, place].join('; ')}`);
    return;
  }
  printLine(`WRONG  ${name}${reportId === null ? '' : `: claims to be ${about}`}`);
  for (const error of file.errors) printLine(`         ${error}`);
}

exitBy(main);
