// Plays a whole job (or, with the argument `site-check`, a stranger's site check) against a service
// that it starts, and verifies the reports that it leaves.
import { spawnSync } from 'node:child_process';
import { mkdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { demoFiles } from './demo/files.js';
import { playJob } from './demo/play-job.js';
import { playSiteCheck } from './demo/play-site-check.js';
import { projectRoot, startDemoService } from './demo/service.js';

const [what = 'job'] = process.argv.slice(2);
const play = { job: playJob, 'site-check': playSiteCheck }[what];
if (!play) {
  console.error('usage: npm run demo [job | site-check]');
  process.exit(1);
}

const started = performance.now();
const say = (line: string) => {
  const seconds = ((performance.now() - started) / 1000).toFixed(1).padStart(5);
  console.log(`${seconds} s  ${line}`);
};

const outDir = join(process.cwd(), 'demo-out');
await mkdir(outDir, { recursive: true });
// Of a run before, and nothing else: the folder may be anybody's.
for (const name of demoFiles) {
  await unlink(join(outDir, name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

const service = await startDemoService();
say(`service  listening on ${service.baseUrl}`);
let files: string[];
try {
  files = await play(service.baseUrl, service.key, outDir, say);
} finally {
  await service.stop();
}
say('service  stopped; verifying the reports from the files alone');

const verifier = join(projectRoot, 'dist/scripts/verify-report.js');
const reports = files.filter((file) => !file.endsWith('jwks.json'));
const run = spawnSync(process.execPath, [verifier, ...reports], { stdio: 'inherit' });
say(`${outDir} contains ${files.length} files`);
process.exitCode = run.status ?? 1;
