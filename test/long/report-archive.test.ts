import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createReportPdfRenderer } from '../../src/modules/report/report-pdf.js';
import { signPdf } from '../../src/modules/report/signing/sign-pdf.js';
import { reportKinds } from '../report/support/kinds.js';
import { sampleKey, samplePhoto, sampleSigner, versionOf } from '../report/support/sample.js';

const run = promisify(execFile);
const version = '1.28.2';
const artifact = `org.verapdf.apps:greenfield-apps:${version}`;
const jar = join(
  homedir(),
  `.m2/repository/org/verapdf/apps/greenfield-apps/${version}/greenfield-apps-${version}.jar`,
);

const isThere = (command: string, argument: string) =>
  spawnSync(command, [argument], { stdio: 'ignore' }).status === 0;

/** Returns true if veraPDF, fetched once by Maven, is available: needs Java, Maven and its repository. */
function hasVerifier(): boolean {
  if (!isThere('java', '-version')) return false;
  if (existsSync(jar)) return true;
  if (!isThere('mvn', '-v')) return false;
  const get = ['-q', '-B', 'dependency:get', '-Dtransitive=false', `-Dartifact=${artifact}`];
  spawnSync('mvn', get, { stdio: 'ignore', timeout: 240_000 });
  return existsSync(jar);
}

interface Verified {
  itemDetails: { name: string };
  validationResult?: {
    compliant: boolean;
    details: {
      failedRules: number;
      ruleSummaries: { clause: string; testNumber: number; description: string }[];
    };
  }[];
}

describe.skipIf(!hasVerifier())('veraPDF (needs Java and Maven)', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'verification-archive-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('finds no failed rule of PDF/A-3b and PDF/UA-1 in a report of any kind', async () => {
    const renderer = createReportPdfRenderer();
    const photo = await samplePhoto(640, 480, { label: 'photo' });
    const signing = {
      signer: await sampleSigner(),
      key: sampleKey(),
      now: new Date('2026-03-02T10:00:01Z'),
      stamp: null,
    };
    const kinds = Object.entries(await reportKinds());
    expect(kinds).toHaveLength(10);
    const files: string[] = [];
    for (const [name, model] of kinds) {
      const shown = name === 'undecodable' ? photo.subarray(0, 3000) : photo;
      const file = join(folder, `${name}.pdf`);
      const rendered = await renderer.render(model, async () => new Uint8Array(shown));
      const version = versionOf(model.content, model.integrity);
      writeFileSync(file, (await signPdf(rendered, version, signing)).bytes);
      files.push(file);
    }
    await renderer.close();
    for (const flavour of ['3b', 'ua1']) {
      const options = ['-f', flavour, '--format', 'json', '--maxfailuresdisplayed', '1'];
      const { stdout } = await run(
        'java',
        [
          '-XX:TieredStopAtLevel=1',
          '-cp',
          jar,
          'org.verapdf.apps.GreenfieldCliWrapper',
          ...options,
          ...files,
        ],
        { maxBuffer: 50_000_000 },
      ).catch((error: { stdout: string }) => error);
      const { report } = JSON.parse(stdout) as { report: { jobs: Verified[] } };
      const found = report.jobs.map(({ itemDetails, validationResult = [] }) => ({
        file: itemDetails.name.split('/').pop(),
        compliant: validationResult.map(({ compliant }) => compliant),
        failed: validationResult.flatMap(({ details }) =>
          details.ruleSummaries.map((rule) => `${rule.clause} ${rule.description}`),
        ),
      }));
      expect(found).toEqual(
        kinds.map(([name]) => ({ file: `${name}.pdf`, compliant: [true], failed: [] })),
      );
    }
  }, 300_000);
});
