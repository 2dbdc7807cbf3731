import type { Services } from '../../services.js';
import type { Wired } from '../../wiring.js';
import { createMailStore } from './mail.store.js';
import { createMailPreferences, type MailPreferences } from './mail-preferences.js';
import { createMails, type Mails } from './mails.js';
import { createSmsOptOuts, type SmsOptOuts } from './sms-opt-outs.js';
import type { SmsProvider } from './sms-provider.js';
import { createSmtpServer } from './smtp.js';
import { createTwilio } from './twilio.js';

declare module '../../services.js' {
  interface Services {
    mails: Mails;
    mailPreferences: MailPreferences;
    /** Null: no text message is sent. */
    sms: SmsProvider | null;
    smsOptOuts: SmsOptOuts;
  }
}

export function wireMail(
  needs: Pick<
    Services,
    | 'db'
    | 'clock'
    | 'relay'
    | 'shapeOf'
    | 'log'
    | 'config'
    | 'baseUrl'
    | 'metrics'
    | 'publicIntegratorId'
    | 'serverKeys'
  >,
): Wired<'mails' | 'mailPreferences' | 'sms' | 'smsOptOuts'> {
  const { db, clock, log, config, baseUrl, metrics, publicIntegratorId, serverKeys } = needs;
  const sms = config.sms ? createTwilio(config.sms) : null;
  const smsOptOuts = createSmsOptOuts({ db, key: serverKeys.accessTokens, clock });
  const store = createMailStore(needs);
  const mails = createMails({
    store,
    server: config.smtpUrl ? createSmtpServer(config.smtpUrl) : null,
    from: config.mailFrom ?? null,
    sms,
    smsOptOuts,
    operatorName: config.operatorName ?? null,
    integratorId: publicIntegratorId,
    baseUrl,
    clock,
    log,
    count: (outcome, channel) =>
      channel === 'sms' ? metrics.smsAttempted(outcome) : metrics.mailAttempted(outcome),
  });
  const mailPreferences = createMailPreferences({ db, key: serverKeys.links, clock });
  return {
    services: { mails, mailPreferences, sms, smsOptOuts },
    ensureIndexes: store.ensureIndexes,
    start: mails.start,
    stop: mails.stop,
  };
}
