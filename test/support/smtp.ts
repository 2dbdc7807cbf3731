import type { TestApp } from './app.js';

export {
  headerOf,
  type MailReceiver,
  type ReceivedMail,
  startMailReceiver,
} from '../../scripts/demo/mail-receiver.js';

/** Returns the settings of an app that sends its mail to a receiver. */
export const mailSettings = (receiver: { url: string }) => ({
  SMTP_URL: receiver.url,
  MAIL_FROM: 'service@verification.example',
  OPERATOR_NAME: 'Example Verification',
});

/** Handles every event and sends every mail that is due. */
export async function sendMails({ services }: TestApp): Promise<void> {
  // Events and mails can cause each other over several steps.
  for (let round = 0; round < 3; round += 1) {
    await services.relay.drain();
    await services.followers.catchUp();
    await services.mails.sendDue();
  }
  await services.relay.drain();
  await services.followers.catchUp();
}
