/** @jsxImportSource preact */
import { messages } from '../../messages/webhooks.en.js';
import { Code } from './code.js';

/** An event as it is posted; `scripts/receive-webhooks.ts` is a complete receiver. */
const sampleEvent = {
  type: 'job.completed',
  timestamp: '2026-01-31T12:00:00.000Z',
  data: {
    job_id: '019c1000-0000-7000-8000-000000000003',
    request_id: null,
    status: 'completed',
    previous_status: 'submitted',
  },
  id: '019c1000-0000-7000-8000-000000000113',
  seq: 42,
  revision: 9,
};

/** Verifies a post with Node alone. */
const verification = `import { createHmac, timingSafeEqual } from 'node:crypto';

// body: the request body as received, before it is parsed
export function verify(secret, headers, body) {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  if (!(Math.abs(Date.now() / 1000 - timestamp) <= 300)) {
    throw new Error('The timestamp is missing or too far from now.');
  }
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key)
    .update(\`\${id}.\${timestamp}.\${body}\`)
    .digest();
  const isValid = headers['webhook-signature'].split(' ').some((one) => {
    const given = Buffer.from(one.replace('v1,', ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isValid) throw new Error('The signature is not valid.');
  return JSON.parse(body);
}
`;

/** A sample of a post, and code that verifies one. */
export function Receiver() {
  const { payload, payloadText, verify, verifyText } = messages.receiver;
  return (
    <section class="part" aria-labelledby="receiver">
      <h2 id="receiver">{messages.receiver.title}</h2>
      <h3>{payload}</h3>
      <p class="soft">{payloadText}</p>
      <Code label={payload} text={JSON.stringify(sampleEvent, null, 2)} />
      <h3>{verify}</h3>
      <p class="soft">{verifyText}</p>
      <Code label={verify} text={verification} />
    </section>
  );
}
