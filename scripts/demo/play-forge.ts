import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from './client.js';
import { forgeriesOf, type Genuine } from './forge/forgeries.js';
import { playJob } from './play-job.js';

/**
 * Plays a job, then tries twelve forgeries of its report and says of each who noticed.
 * @returns the files of the genuine report
 * @throws Error where nobody noticed one
 */
export async function playForge(
  baseUrl: string,
  key: string,
  outDir: string,
  say: (line: string) => void,
): Promise<string[]> {
  const files = await playJob(baseUrl, key, outDir, say);
  const read = (name: string) => readFile(join(outDir, name));
  const json = async (name: string) => JSON.parse((await read(name)).toString('utf8'));
  const first: Genuine['first'] = await json('report-v1.json');
  const { pathname, search } = new URL(first.evidence_items[0]?.media_url ?? '');
  const genuine: Genuine = {
    first,
    second: await json('report-v2.json'),
    pdf: await read('report-v1.pdf'),
    photo: await createClient(baseUrl, key).download(pathname + search),
    jwks: await json('jwks.json'),
  };
  const unnoticed: number[] = [];
  for (const [at, { description, attempt }] of (await forgeriesOf(genuine)).entries()) {
    const noticed = await attempt();
    if (!noticed) unnoticed.push(at + 1);
    say(`forge    ${at + 1}. ${description}`);
    say(
      noticed
        ? `         noticed by ${noticed.detector}: ${noticed.says}`
        : '         NOBODY NOTICED',
    );
  }
  if (unnoticed.length > 0) throw new Error(`nobody noticed forgery ${unnoticed.join(', ')}`);
  say('forge    twelve forgeries, each noticed; the genuine files follow');
  return files;
}
