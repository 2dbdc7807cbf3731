import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from './client.js';
import { createCookieClient, type Json } from './cookie-client.js';
import type { DemoFile } from './files.js';
import type { MailReceiver, ReceivedMail } from './mail-receiver.js';
import { openHall } from './open-hall.js';
import { sendPhotos } from './send-photos.js';
import { until } from './until.js';

const ada = { email: 'ada@customers.example', password: 'a long pass phrase' };
const friend = 'bob@friends.example';

/** The second check, with photographs that do not resemble those of the first. */
const blinds = {
  objective: 'How many windows on the first floor have their blinds down?',
  photos: ['hall-roof.jpg', 'facade-windows.jpg', 'visitor-outside.jpg'],
  answers: {
    'facade-windows.jpg': [
      { question_key: 'objective', value: 'All eight, counted from the street' },
    ],
  },
};

/** Texts by which the mails are recognized. */
const texts = {
  confirm: 'Confirm your email address',
  paid: "We've received your payment",
  report: 'Your report is ready',
  invite: 'Please take photos of a place',
};

/** Returns the link in a mail. */
const linkIn = ({ content }: ReceivedMail): URL => {
  const link = /https?:\/\/\S+/.exec(content.text ?? '')?.[0];
  if (!link) throw new Error(`no link in "${content.subject}"`);
  return new URL(link);
};

/**
 * Plays a customer over HTTP: an account with a confirmed email, a paid check that a verifier carries out, a second one
 * whose photographs an invited friend takes, and the reports by mail.
 *
 * @param pilotKey key of an operator, who assigns the paid job
 * @param receiver receives the service's mail
 * @returns the files written, the reports first
 */
export async function playCustomer(
  baseUrl: string,
  pilotKey: string,
  outDir: string,
  say: (line: string) => void,
  receiver: MailReceiver,
): Promise<string[]> {
  const operator = createClient(baseUrl, pilotKey);
  const customer = createCookieClient(baseUrl);
  const files: string[] = [];
  const keep = async (name: DemoFile, content: Buffer): Promise<void> => {
    await writeFile(join(outDir, name), content);
    files.push(join(outDir, name));
  };

  let read = 0;
  /** Waits for the next mail to an address with a text and stores it with the reports. */
  async function nextMail(to: string, text: string, name: DemoFile): Promise<ReceivedMail> {
    const isMeant = (one: ReceivedMail) => one.to === to && one.content.text?.includes(text);
    const mail = await until(() => receiver.mails.slice(read).find(isMeant));
    read = receiver.mails.indexOf(mail) + 1;
    say(`mail     to ${to}: ${mail.content.subject}`);
    await keep(name, mail.raw);
    return mail;
  }

  /** Follows the link of a report mail like its reader: the page, then its files. */
  async function readByLink(mail: ReceivedMail, name: 'paid' | 'self-service'): Promise<void> {
    const link = linkIn(mail);
    const page = await fetch(link);
    if (!page.ok) throw new Error(`${page.status} from the report page`);
    const [, answer] = /<p class="answer">([^<]*)/.exec(await page.text()) ?? [];
    say(`page     opened by the link of the mail: ${answer}`);
    for (const kind of ['pdf', 'json'] as const) {
      const file = await fetch(`${link.origin}${link.pathname}/report.${kind}${link.search}`);
      if (!file.ok) throw new Error(`${file.status} from the report's ${kind}`);
      await keep(`${name}-report.${kind}`, Buffer.from(await file.arrayBuffer()));
    }
    say(`customer read the report by the link of the mail, without signing in`);
  }

  const { account } = await customer.post('/v1/customer/auth/register', {
    ...ada,
    full_name: 'Ada Customer',
    phone: '+49 30 123456',
  });
  say(`customer registered ${account.email}; the session is a cookie`);
  const confirmation = linkIn(await nextMail(ada.email, texts.confirm, 'mail-confirm-email.eml'));
  const { confirmCustomerEmail } = await customer.graphql(
    'mutation($token: String!) { confirmCustomerEmail(input: { token: $token }) { email emailConfirmedAt } }',
    { token: confirmation.hash.slice(1) },
  );
  say(`GraphQL  ${confirmCustomerEmail.email} is confirmed`);

  const paid = await customer.post('/v1/customer/requests', {
    ...openHall.ordered,
    intake_submission_id: 'demo-paid-check',
  });
  const path = `/v1/customer/requests/${paid.request_id}`;
  say(`customer ordered ${paid.request_id}: ${paid.status}. ${paid.serviceability.message}`);
  await customer.post(`${path}/select-offer`, { offer_key: 'standard_72h' });
  const { checkout } = await customer.post(`${path}/checkout-session`, {});
  await customer.pay(checkout.checkout_url);
  await nextMail(ada.email, texts.paid, 'mail-payment-received.eml');
  const { assignJob } = await operator.graphql(
    'mutation($id: ID!) { assignJob(id: $id, input: { assigneeName: "Kim Verifier" }) { taskToken job { status } } }',
    { id: paid.job_id },
  );
  say(`operator assigned the job to Kim Verifier: ${assignJob.job.status}`);
  const { steps } = await operator.get(`/v1/jobs/${paid.job_id}`);
  const token: string = assignJob.taskToken;
  await sendPhotos(operator, { by: 'provider', token, steps, ...openHall.sent }, say);
  await readByLink(await nextMail(ada.email, texts.report, 'mail-report-delivered.eml'), 'paid');

  const own = await customer.post('/v1/customer/self-service-requests', {
    ...openHall.ordered,
    objective: blinds.objective,
    questions: [],
    intake_submission_id: 'demo-self-service',
  });
  say(`customer ordered ${own.request_id}, photographs by a friend: ${own.status}`);
  const invited = await customer.post(
    `/v1/customer/requests/${own.request_id}/self-service-invites`,
    { invitee_name: 'Bob Friend', invitee_email: friend },
  );
  say(
    `customer invited ${invited.invitee_name}: ${invited.status}, mail ${invited.delivery_status}`,
  );
  const capture = linkIn(await nextMail(friend, texts.invite, 'mail-capture-invite.eml'));
  const captureToken = capture.hash.slice(1);
  const task = await customer.getAs(captureToken, '/v1/capture/task');
  say(`friend   opened the link: ${task.steps.length} steps at ${task.address}`);
  const { place } = openHall.sent;
  const sent = { by: 'capture' as const, token: captureToken, steps: task.steps, place, ...blinds };
  await sendPhotos(operator, sent, say);
  await readByLink(
    await nextMail(ada.email, texts.report, 'mail-self-service-report.eml'),
    'self-service',
  );

  const list = await customer.get('/v1/customer/requests');
  for (const one of list.items as Json[]) {
    say(`REST     ${one.request_id} is ${one.status}, its report ${one.report_status}`);
  }
  const { customerRequests } = await customer.graphql(
    '{ customerRequests { total items { requestId status reportStatus } } }',
  );
  say(`GraphQL  lists the same ${customerRequests.total}`);
  await customer.post('/v1/customer/auth/logout', {});
  say('customer signed out');

  await keep('jwks.json', await operator.download('/.well-known/jwks.json'));
  return files.toSorted((a, b) => Number(/report\.\w+$/.test(b)) - Number(/report\.\w+$/.test(a)));
}
