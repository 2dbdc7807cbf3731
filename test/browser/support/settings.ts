import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { streetArchive } from './tile-fixture.js';

/** Settings of servers that do not answer: pages do not wait for them. */
export const unreachable = {
  mail: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'service@operator.example' },
  sms: {
    SMS_URL: 'http://127.0.0.1:1',
    SMS_ACCOUNT: 'AC00000000000000000000000000000001',
    SMS_TOKEN: 'token-of-the-sms-provider',
    SMS_FROM: '+4915100000000',
  },
  geocoder: { GEOCODER: 'photon', GEOCODER_URL: 'http://127.0.0.1:1' },
};

/** Returns every setting that adds something to a page, with a file of map tiles. Payments remain those of the sandbox. */
export function everySetting(): Record<string, string> {
  const archive = join(mkdtempSync(join(tmpdir(), 'tiles-')), 'streets.pmtiles');
  writeFileSync(archive, streetArchive());
  return {
    ...unreachable.mail,
    ...unreachable.sms,
    ...unreachable.geocoder,
    OPERATOR_NAME: 'Example Verification',
    IMPRINT_URL: 'https://operator.example/imprint',
    PRIVACY_URL: 'https://operator.example/privacy',
    HELP_URL: 'https://operator.example/help',
    MAP_TILES: archive,
    WEB_PUSH_CONTACT: 'mailto:operator@operator.example',
  };
}
