import { chromiumPath } from './chromium.js';

/** Reports once why every test is skipped. */
export default function setup(): void {
  if (chromiumPath) return;
  process.stdout.write('No Chromium found (set CHROMIUM): the browser tests are skipped.\n');
}
