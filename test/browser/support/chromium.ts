import { existsSync } from 'node:fs';

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Path of the browser, from CHROMIUM or the usual locations; undefined if there is no browser. */
export const chromiumPath = (
  process.env['CHROMIUM'] ? [process.env['CHROMIUM']] : usualPlaces
).find((path) => existsSync(path));
