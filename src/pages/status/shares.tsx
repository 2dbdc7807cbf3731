import { fill } from '../../messages/fill.js';
import { statusCatalogue } from '../../messages/status/catalogue.js';
import type { StatusEnglish } from '../../messages/status/en.js';
import { ActionButton, Field, Form, Problem } from '../frame/form.js';
import { type FormState, freshForm } from '../frame/form-state.js';
import { Time } from '../frame/format.js';
import { useText } from '../frame/frame-text.js';
import { Icon } from '../frame/icons.js';
import type { ShownRequest, ShownShares } from './read-request.js';

type ShownShare = NonNullable<ShownShares>[number];

interface Owner {
  action: string;
  token: string | undefined;
}

/** Days for which a link can work. */
const periods = [
  ['7', 'status.share.7_days'],
  ['30', 'status.share.30_days'],
  ['90', 'status.share.90_days'],
  ['365', 'status.share.365_days'],
] as const satisfies readonly (readonly [string, keyof StatusEnglish])[];

/** The number of times that a link was opened. */
function Views({ views }: Pick<ShownShare, 'views'>) {
  const t = useText(statusCatalogue);
  return <>{views === 0 ? t('status.share.unopened') : t('status.share.views', { views })}</>;
}

/** Buttons that copy the URL, or pass it to another app where the browser can. */
function Send({ url, number: place }: Pick<ShownShare, 'url' | 'number'>) {
  const t = useText(statusCatalogue);
  const number = String(place);
  return (
    <div class="actions" data-script="" hidden>
      <button
        type="button"
        class="button"
        data-copy={url}
        aria-label={t('status.share.copy_number', { number })}
      >
        <Icon name="copy" />
        {t('status.share.copy')}
      </button>
      <button
        type="button"
        class="button"
        data-share={url}
        aria-label={t('status.share.send_number', { number })}
        hidden
      >
        {t('status.share.send')}
      </button>
      <span role="status" class="small" data-said="" />
    </div>
  );
}

function Share({ share, action, token }: Owner & { share: ShownShare }) {
  const t = useText(statusCatalogue);
  const { _id, url, expiresAt, views } = share;
  const number = String(share.number);
  return (
    <li class="card tight share" data-key={`share-${_id}`}>
      <h3>{t('status.share.number', { number })}</h3>
      <p class="soft small">
        {fill(t('status.share.until', { time: '{time}' }), { time: <Time at={expiresAt} /> })} ·{' '}
        <Views views={views} />
      </p>
      <code class="small" dir="ltr">
        {url}
      </code>
      <Send url={url} number={share.number} />
      <div class="actions">
        <ActionButton
          do="preview"
          action={new URL(url).pathname}
          file
          name={t('status.share.preview_number', { number })}
        >
          {t('status.share.preview')}
        </ActionButton>
        <ActionButton
          do="unshare"
          action={action}
          token={token}
          hidden={{ share_id: _id }}
          button="button bad"
          name={t('status.share.end_number', { number })}
        >
          {t('status.share.end')}
        </ActionButton>
      </div>
    </li>
  );
}

function Ended({ shares }: { shares: readonly ShownShare[] }) {
  const t = useText(statusCatalogue);
  if (shares.length === 0) return null;
  return (
    <details data-key="ended-shares">
      <summary>{t('status.share.ended', { count: String(shares.length) })}</summary>
      <ul class="tight">
        {shares.map(({ number, revokedAt, expiresAt, views }) => (
          <li class="small">
            {t('status.share.number', { number: String(number) })} ·{' '}
            {fill(
              t(revokedAt ? 'status.share.revoked' : 'status.share.expired', { time: '{time}' }),
              {
                time: <Time at={revokedAt ?? expiresAt} />,
              },
            )}{' '}
            · <Views views={views} />
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
  const t = useText(statusCatalogue);
  if (!shares) return null;
  const open = shares.filter(({ isOpen }) => isOpen);
  const state = forms['share'] ?? freshForm('share', { expires_in_days: '30' });
  return (
    <section class="stack" aria-labelledby="share" data-key="shares">
      <div class="tight">
        <h2 id="share" tabindex={-1}>
          {t('status.share')}
        </h2>
        <p class="soft">{t('status.share.lead')}</p>
      </div>
      {open.length > 0 && (
        <ul class="tight" aria-label={t('status.share.list')}>
          {open.map((share) => (
            <Share share={share} {...owner} />
          ))}
        </ul>
      )}
      {request.report.status !== 'withdrawn' && (
        <Form do="share" {...owner} label={t('status.share')} class="form narrow">
          <Problem state={state} labels={{ expires_in_days: t('status.share.days') }} />
          <Field
            state={state}
            name="expires_in_days"
            label={t('status.share.days')}
            options={periods.map(([days, key]) => [days, t(key)] as const)}
          />
          <div class="actions">
            <button type="submit" class="button">
              {t('status.share.create')}
            </button>
          </div>
        </Form>
      )}
      <Ended shares={shares.filter(({ isOpen }) => !isOpen)} />
    </section>
  );
}
