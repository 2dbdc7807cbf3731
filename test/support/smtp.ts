import type { TestApp } from './app.js';

export {
  headerOf,
  type MailReceiver,
  type ReceivedMail,
  startMailReceiver,
} from '../../scripts/demo/mail-receiver.js';

/** Settings of an app that sends its mail to a receiver. */
export const mailSettings = (receiver: { url: string }) => ({
  SMTP_URL: receiver.url,
  MAIL_FROM: 'service@verification.example',
  OPERATOR_NAME: 'Example Verification',
});

/** Handles every event and tries every mail that is due. */
export async function sendMails({ services }: TestApp): Promise<void> {
  // A mail may follow from an event that follows from another, and events follow from mails.
  for (let round = 0; round < 3; round += 1) {
    await services.relay.drain();
    await services.followers.catchUp();
    await services.mails.sendDue();
  }
  await services.relay.drain();
  await services.followers.catchUp();
}
