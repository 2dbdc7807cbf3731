import { readFile } from 'node:fs/promises';
import { compiledUrl } from '../../../lib/compiled.js';
import { Gazetteer } from './gazetteer.js';

/** Opens the index of places that the build wrote. */
export const openGazetteer = async (): Promise<Gazetteer> =>
  new Gazetteer(await readFile(compiledUrl(import.meta.url, '../../../../gazetteer.bin')));
