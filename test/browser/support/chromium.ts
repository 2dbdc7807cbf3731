import { existsSync } from 'node:fs';

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The browser of the tests, from CHROMIUM or the usual places; undefined where there is none. */
export const chromiumPath = (
  process.env['CHROMIUM'] ? [process.env['CHROMIUM']] : usualPlaces
).find((path) => existsSync(path));
