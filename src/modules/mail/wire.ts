import type { Services } from '../../services.js';
import type { Wired } from '../../wiring.js';
import { createMailStore } from './mail.store.js';
import { createMailPreferences, type MailPreferences } from './mail-preferences.js';
import { createMails, type Mails } from './mails.js';
import { createSmtpServer } from './smtp.js';

declare module '../../services.js' {
  interface Services {
    mails: Mails;
    mailPreferences: MailPreferences;
  }
}

export function wireMail(
  needs: Pick<
    Services,
    | 'db'
    | 'clock'
    | 'relay'
    | 'log'
    | 'config'
    | 'baseUrl'
    | 'metrics'
    | 'publicIntegratorId'
    | 'serverKeys'
  >,
): Wired<'mails' | 'mailPreferences'> {
  const { clock, log, config, baseUrl, metrics, publicIntegratorId } = needs;
  const store = createMailStore(needs);
  const mails = createMails({
    store,
    server: config.smtpUrl ? createSmtpServer(config.smtpUrl) : null,
    from: config.mailFrom ?? null,
    operatorName: config.operatorName ?? null,
    integratorId: publicIntegratorId,
    baseUrl,
    clock,
    log,
    count: metrics.mailAttempted,
  });
  const key = needs.serverKeys.links;
  const mailPreferences = createMailPreferences({ db: needs.db, key, clock });
  return {
    services: { mails, mailPreferences },
    ensureIndexes: store.ensureIndexes,
    start: mails.start,
    stop: mails.stop,
  };
}
