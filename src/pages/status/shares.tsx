import { fill } from '../frame/fill.js';
import { ActionButton, Field, Form, Problem } from '../frame/form.js';
import { type FormState, freshForm } from '../frame/form-state.js';
import { Time } from '../frame/format.js';
import { Icon } from '../frame/icons.js';
import { messages } from '../messages/status.en.js';
import type { ShownRequest, ShownShares } from './read-request.js';

type ShownShare = NonNullable<ShownShares>[number];

interface Owner {
  action: string;
  token: string | undefined;
}

/** Buttons that copy the URL, or pass it to another app where the browser can. */
function Send({ url, number }: Pick<ShownShare, 'url' | 'number'>) {
  return (
    <div class="actions" data-script="" hidden>
      <button
        type="button"
        class="button"
        data-copy={url}
        aria-label={messages.copyShareNumber(number)}
      >
        <Icon name="copy" />
        {messages.copyShare}
      </button>
      <button
        type="button"
        class="button"
        data-share={url}
        aria-label={messages.sendShareNumber(number)}
        hidden
      >
        {messages.sendShare}
      </button>
      <span role="status" class="small" data-said="" />
    </div>
  );
}

function Share({ share, action, token }: Owner & { share: ShownShare }) {
  const { _id, number, url, expiresAt, views } = share;
  return (
    <li class="card tight share" data-key={`share-${_id}`}>
      <h3>{messages.shareNumber(number)}</h3>
      <p class="soft small">
        {fill(messages.shareUntil, { time: <Time at={expiresAt} /> })} ·{' '}
        {messages.shareViews(views)}
      </p>
      <code class="small" dir="ltr">
        {url}
      </code>
      <Send url={url} number={number} />
      <div class="actions">
        <ActionButton
          do="preview"
          action={new URL(url).pathname}
          file
          name={messages.previewShareNumber(number)}
        >
          {messages.previewShare}
        </ActionButton>
        <ActionButton
          do="unshare"
          action={action}
          token={token}
          hidden={{ share_id: _id }}
          button="button bad"
          name={messages.endShareNumber(number)}
        >
          {messages.endShare}
        </ActionButton>
      </div>
    </li>
  );
}

function Ended({ shares }: { shares: readonly ShownShare[] }) {
  if (shares.length === 0) return null;
  return (
    <details data-key="ended-shares">
      <summary>{messages.endedShares(shares.length)}</summary>
      <ul class="tight">
        {shares.map(({ number, revokedAt, expiresAt, views }) => (
          <li class="small">
            {messages.shareNumber(number)} ·{' '}
            {fill(revokedAt ? messages.shareRevoked : messages.shareExpired, {
              time: <Time at={revokedAt ?? expiresAt} />,
            })}{' '}
            · {messages.shareViews(views)}
          </li>
        ))}
      </ul>
    </details>
  );
}

interface SharesProps extends Owner {
  request: Pick<ShownRequest, 'report'>;
  shares: ShownShares;
  forms: Record<string, FormState>;
}

/** The links that share the report, and a form that creates one; nothing without a report. */
export function Shares({ request, shares, forms, ...owner }: SharesProps) {
  if (!shares) return null;
  const open = shares.filter(({ isOpen }) => isOpen);
  const state = forms['share'] ?? freshForm('share', { expires_in_days: '30' });
  return (
    <section class="stack" aria-labelledby="share" data-key="shares">
      <div class="tight">
        <h2 id="share" tabindex={-1}>
          {messages.share}
        </h2>
        <p class="soft">{messages.shareLead}</p>
      </div>
      {open.length > 0 && (
        <ul class="tight" aria-label={messages.shares}>
          {open.map((share) => (
            <Share share={share} {...owner} />
          ))}
        </ul>
      )}
      {request.report.status !== 'withdrawn' && (
        <Form do="share" {...owner} label={messages.share} class="form narrow">
          <Problem state={state} labels={messages.shareFields} />
          <Field
            state={state}
            name="expires_in_days"
            label={messages.shareFields.expires_in_days}
            options={messages.shareDays}
          />
          <div class="actions">
            <button type="submit" class="button">
              {messages.createShare}
            </button>
          </div>
        </Form>
      )}
      <Ended shares={shares.filter(({ isOpen }) => !isOpen)} />
    </section>
  );
}
