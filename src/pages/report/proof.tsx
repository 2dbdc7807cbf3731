import { raw } from 'hono/html';
import { titleFor } from '../../modules/report/reader-text.js';
import { signedContentOf } from '../../modules/report/report-answer.js';
import { Time } from '../frame/format.js';
import { type ReportAnswer, sizeText } from './answer.js';
import { Fact, Region, useReportText, useWording } from './parts.js';

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
  const t = useReportText();
  const wording = useWording();
  const { integrity, evidence_items: items } = answer;
  const size = items.reduce((sum, item) => sum + item.size_bytes, 0);
  return (
    <Region id="proof" heading={t('report.proof')} class="part proof">
      <dl class="facts">
        {answer.report_title && (
          <Fact name={t('report.title')}>{titleFor(wording, signedContentOf(answer))}</Fact>
        )}
        <Fact name={t('report.content_hash')}>
          <span class="mono" dir="ltr">
            {integrity.content_sha256}
          </span>
        </Fact>
        <Fact name={t('report.key')}>
          <span class="mono" dir="ltr">
            {integrity.key_id}
          </span>
        </Fact>
        <Fact name={t('report.signed_at')}>
          <Time at={integrity.signed_at} />
        </Fact>
        <div class="printed">
          <dt>{t('report.address')}</dt>
          <dd class="mono" dir="ltr">
            {address}
          </dd>
        </div>
      </dl>
      <div class="actions" hidden data-script>
        <button type="button" class="button go" id="verify">
          {t('report.verify')}
        </button>
        <button type="button" class="button" id="verify-photos">
          {t('report.verify_photos', {
            count: items.length,
            size: sizeText(wording.language, size),
          })}
        </button>
      </div>
      <div role="status" aria-label={t('report.verification')} id="verification" />
      <noscript>
        <p>{t('report.no_script')}</p>
      </noscript>
      <p class="soft">{t('report.verifier')}</p>
      <script type="application/json" id="report-answer" data-keys={keySet}>
        {dataBlock(answer)}
      </script>
    </Region>
  );
}
