import { raw } from 'hono/html';
import { Time } from '../frame/format.js';
import { messages } from '../messages/report.en.js';
import { type ReportAnswer, sizeText } from './answer.js';
import { Fact, Region } from './parts.js';

/** Returns the API response for embedding in the page; `<` would end the element that holds it. */
const dataBlock = (answer: ReportAnswer) => raw(JSON.stringify(answer).replaceAll('<', '\\u003c'));

/** Fingerprint, key, and buttons that verify the report in the browser. */
export function Proof({
  answer,
  address,
  keySet,
}: {
  answer: ReportAnswer;
  address: string;
  /** Path of the key set that verifies the report. */
  keySet: string;
}) {
  const { integrity, evidence_items: items } = answer;
  const size = items.reduce((sum, item) => sum + item.size_bytes, 0);
  return (
    <Region id="proof" heading={messages.proof} class="part proof">
      <dl class="facts">
        {answer.report_title && <Fact name={messages.title}>{answer.report_title}</Fact>}
        <Fact name={messages.contentHash}>
          <span class="mono">{integrity.content_sha256}</span>
        </Fact>
        <Fact name={messages.key}>
          <span class="mono">{integrity.key_id}</span>
        </Fact>
        <Fact name={messages.signedAt}>
          <Time at={integrity.signed_at} />
        </Fact>
        <div class="printed">
          <dt>{messages.address}</dt>
          <dd class="mono">{address}</dd>
        </div>
      </dl>
      <div class="actions" hidden data-script>
        <button type="button" class="button go" id="verify">
          {messages.verify}
        </button>
        <button type="button" class="button" id="verify-photos">
          {messages.verifyPhotos(items.length, sizeText(size))}
        </button>
      </div>
      <div role="status" aria-label={messages.verification} id="verification" />
      <noscript>
        <p>{messages.noScript}</p>
      </noscript>
      <p class="soft">{messages.verifier}</p>
      <script type="application/json" id="report-answer" data-keys={keySet}>
        {dataBlock(answer)}
      </script>
    </Region>
  );
}
