import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { minute } from '../../../src/lib/units.js';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../', import.meta.url));
/** Without a network, npm keeps trying for minutes. */
const installMilliseconds = 4 * minute;
const releases = join(root, 'test', 'fixtures', 'releases');

/** Extracts and builds a commit of this repository in a temporary folder. */
async function build(commit: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'verification-release-'));
  const archive = join(folder, 'release.tar');
  await run('git', ['archive', `--output=${archive}`, commit], { cwd: root });
  await run('tar', ['-xf', archive], { cwd: folder });
  const lockOf = (path: string) => readFile(join(path, 'package-lock.json'), 'utf8');
  if ((await lockOf(folder)) === (await lockOf(root))) {
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    await run(process.execPath, ['scripts/build.mjs'], { cwd: folder });
  } else {
    // This builds too.
    await run('npm', ['ci', '--no-audit', '--no-fund'], {
      cwd: folder,
      timeout: installMilliseconds,
    });
  }
  return folder;
}

/**
 * Returns the entry module of the release before this one: the build in the folder PREVIOUS_BUILD, otherwise a new
 * build of the commit that made the newest fixture. Prints a line and returns null if that commit cannot be built, for
 * example in a shallow clone.
 */
export async function previousRelease(): Promise<string | null> {
  const newest = (await readdir(releases)).sort().at(-1) ?? '';
  try {
    const commit = (await readFile(join(releases, newest, 'commit'), 'utf8')).trim();
    return join(process.env['PREVIOUS_BUILD'] ?? (await build(commit)), 'dist/src/main.js');
  } catch (error) {
    process.stdout.write(
      `The release of ${newest} cannot be built, so it is not run beside this one: ${(error as Error).message}\n`,
    );
    return null;
  }
}
