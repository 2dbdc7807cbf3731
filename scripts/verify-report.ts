import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { type KeySet, KeySetError, readKeySet } from '../src/modules/report/verify/key-set.js';
import { parseStrictJson, StrictJsonError } from '../src/modules/report/verify/strict-json.js';
import { type FileVerdict, verifyReports } from '../src/modules/report/verify/verify.js';

const usage = `usage: npm run verify-report -- FILE… [--jwks FILE]

Verifies reports offline: JSON answers of the interface and PDFs, of one report, in any order.
  --jwks FILE  the key set of the service, saved from /.well-known/jwks.json
               (default: jwks.json beside the first file)

Exit 0 when everything is verified, pages included; 1 when something is wrong, is not covered by a
signature, or cannot be read.`;

/** Reads the files, prints one line for each, and answers whether all is well. */
async function main(): Promise<boolean> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { jwks: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  const [first] = positionals;
  if (values.help || first === undefined) {
    console.log(usage);
    return values.help === true;
  }
  const keys = await openKeySet(values.jwks ?? join(dirname(first), 'jwks.json'));
  const files = await Promise.all(
    positionals.map(async (path) => ({ name: basename(path), bytes: await readFile(path) })),
  );
  const verdict = await verifyReports(files, keys);
  for (const file of verdict.files) printFile(file);
  for (const error of verdict.errors) console.log(`WRONG  ${error}`);
  const thumbprints = new Set(verdict.files.flatMap(({ thumbprint }) => thumbprint ?? []));
  for (const thumbprint of thumbprints) console.log(`key thumbprint (RFC 7638): ${thumbprint}`);
  const isWhole = (file: FileVerdict) => file.errors.length === 0 && file.uncovered.length === 0;
  return verdict.errors.length === 0 && verdict.files.every(isWhole);
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

function printFile(file: FileVerdict): void {
  const { name, reportId, versionNumber, signedAt, keyId } = file;
  const about = `report ${reportId}, version ${versionNumber}, signed ${signedAt}, key ${keyId}`;
  if (file.errors.length === 0 && file.uncovered.length > 0) {
    console.log(`partly ${name}: ${[about, ...file.uncovered].join('; ')}`);
    return;
  }
  if (file.errors.length === 0) {
    console.log(`ok     ${name}: ${[about, ...file.notes].join('; ')}`);
    return;
  }
  console.log(`WRONG  ${name}${reportId === null ? '' : `: claims to be ${about}`}`);
  for (const error of file.errors) console.log(`         ${error}`);
}

main().then(
  (ok) => {
    process.exitCode = ok ? 0 : 1;
  },
  (error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  },
);
