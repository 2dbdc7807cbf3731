// Plays a whole job (or, with an argument, a guest's site check, a customer's two, a job that is offered to
// verifiers, a month of test jobs, or twelve forgeries) against a service that it starts, and verifies the reports
// that it leaves, with their receipts of the transparency log.
import { spawnSync } from 'node:child_process';
import { mkdir, readFile, unlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readKeySet } from '../src/modules/report/verify/key-set.js';
import { verifyReports } from '../src/modules/report/verify/verify.js';
import { compareWithLog, readerOf } from '../src/modules/transparency/published.js';
import { demoFiles } from './demo/files.js';
import { playCustomer } from './demo/play-customer.js';
import { playDispatch } from './demo/play-dispatch.js';
import { playForge } from './demo/play-forge.js';
import { playJob } from './demo/play-job.js';
import { playSandbox } from './demo/play-sandbox.js';
import { playSiteCheck } from './demo/play-site-check.js';
import { projectRoot, startDemoService } from './demo/service.js';

const [scenario = 'job'] = process.argv.slice(2);
const play = {
  job: playJob,
  'site-check': playSiteCheck,
  sandbox: playSandbox,
  forge: playForge,
}[scenario];
if (!play && !['customer', 'dispatch'].includes(scenario)) {
  console.error('usage: npm run demo [job | site-check | customer | dispatch | sandbox | forge]');
  process.exit(1);
}

const started = performance.now();
const say = (line: string) => {
  const seconds = ((performance.now() - started) / 1000).toFixed(1).padStart(5);
  console.log(`${seconds} s  ${line}`);
};

const isReport = (file: string) => /report[^/]*\.(pdf|json)$/.test(file);

/** The files of each report: all versions of one, in one call of the verifier. */
function chains(reports: readonly string[]): string[][] {
  const names = new Set(reports.map((file) => file.replace(/(-v\d+)?\.\w+$/, '')));
  return [...names].map((name) => reports.filter((file) => file.startsWith(name)));
}

/** Compares the receipts with the log, as long as there is one to ask. */
async function compareReceipts(address: string): Promise<void> {
  const keys = await readKeySet(JSON.parse(await readFile(join(outDir, 'jwks.json'), 'utf8')));
  for (const path of files.filter((name) => name.endsWith('.json') && isReport(name))) {
    const [verdict] = (await verifyReports([{ name: path, bytes: await readFile(path) }], keys))
      .files;
    if (!verdict?.logged) {
      say(`log      ${basename(path)} has no receipt: it was read before it was logged`);
      continue;
    }
    const { leafIndex } = verdict.logged;
    const { size } = await compareWithLog(readerOf(address), verdict.logged);
    say(`log      ${basename(path)} is entry ${leafIndex} of the log, which has ${size} now`);
  }
}

const outDir = join(process.cwd(), 'demo-out');
await mkdir(outDir, { recursive: true });
// Of a run before, and nothing else: the folder may be anybody's.
for (const name of demoFiles) {
  await unlink(join(outDir, name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

// The receiver is no dependency of the service, so only the demonstration that needs it loads it.
const receiver = play ? null : await (await import('./demo/mail-receiver.js')).startMailReceiver();
const mail = receiver && {
  SMTP_URL: receiver.url,
  MAIL_FROM: 'service@verification.example',
  OPERATOR_NAME: 'Example Verification',
};
const moved =
  scenario === 'dispatch' && mail
    ? await (await import('./demo/moved-service.js')).startMovedService(mail)
    : null;
const service = moved ?? (await startDemoService(mail ?? {}));
const { baseUrl, key } = service;
say(`service  listening on ${baseUrl}`);
let files: string[] = [];
try {
  if (play) files = await play(baseUrl, key, outDir, say);
  else if (moved && receiver) files = await playDispatch(moved, outDir, say, receiver);
  else if (receiver) files = await playCustomer(baseUrl, key, outDir, say, receiver);
  await compareReceipts(scenario === 'sandbox' ? `${baseUrl}/sandbox` : baseUrl);
} finally {
  await service.stop();
  await receiver?.stop();
}
say('service  stopped; verifying the reports from the files alone');

const verifier = join(projectRoot, 'dist/scripts/verify-report.js');
const reports = files.filter(isReport);
const runs = chains(reports).map((chain) =>
  spawnSync(process.execPath, [verifier, ...chain], { stdio: 'inherit' }),
);
say(`${outDir} contains ${files.length} files`);
process.exitCode = runs.every((run) => run.status === 0) ? 0 : 1;
