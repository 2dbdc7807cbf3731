import { type Child, useContext } from 'hono/jsx';
import type { MapSettings } from '../../config.js';
import { fill } from '../../messages/fill.js';
import { statusCatalogue } from '../../messages/status/catalogue.js';
import type { StatusEnglish } from '../../messages/status/en.js';
import type { Customer } from '../../modules/customer/customer.js';
import type { ReportStatus } from '../../modules/job/report-state.js';
import type { PaymentStatus, QuoteStatus } from '../../modules/site-check/states.js';
import { ActionButton, Alert, CodeForm, Field, Form, Problem } from '../frame/form.js';
import { type FormState, freshForm } from '../frame/form-state.js';
import { moneyText, Time, Times } from '../frame/format.js';
import { Frame } from '../frame/frame.js';
import { useFrameText, useText } from '../frame/frame-text.js';
import { Label } from '../frame/label.js';
import { PlaceMap } from '../frame/place-map.js';
import { SiteContext } from '../frame/site.js';
import { Contact } from './contact.js';
import { Invites } from './invites.js';
import { Notifications } from './notifications.js';
import { Offers } from './offers.js';
import { Copy, PhotoLinkPart } from './photo-link.js';
import { endedEarly, Progress } from './progress.js';
import { type FoundRequest, type ShownRequest, statusPath } from './read-request.js';
import { SaveLink } from './save-link.js';
import { headingOf, Sentence } from './sentence.js';
import { Shares } from './shares.js';

export interface StatusPageProps extends FoundRequest {
  token: string | undefined;
  account: Customer | null;
  /** True if the reader is signed in and the request is not in their account. */
  claimable: boolean;
  /** True if the reader is viewing the offers again. */
  changing: boolean;
  /** True if the request can be edited in the order form. */
  editable: boolean;
  forms: Record<string, FormState>;
  alert?: string | undefined;
  /** URL of the page without the token. */
  action: string;
  /** Complete URL with the token. */
  privateLink: string | null;
  /** True if the service sends mail. */
  sendsMail: boolean;
  /** True if the service sends text messages. */
  sendsTexts: boolean;
  /** Key for notifications in browsers; null if they are off. */
  pushKey: string | null;
  operator: string | undefined;
  map: MapSettings | null;
}

const scripts = ['page.js', 'contact.js'];

const choosing: readonly string[] = ['offer_selected', 'awaiting_payment'];

function Payment({ request, action, token }: StatusPageProps) {
  const t = useText(statusCatalogue);
  const { language } = useContext(SiteContext);
  const { status, selectedOffer, checkout } = request;
  if (!selectedOffer) return null;
  const amount = moneyText(selectedOffer.amountMinor, selectedOffer.currency, language);
  const opened = status === 'awaiting_payment' && checkout?.checkoutUrl ? checkout : null;
  return (
    <div class="tight">
      <div class="actions">
        {opened?.checkoutUrl ? (
          <a class="button go large" href={opened.checkoutUrl} rel="external">
            {t('status.to_checkout')}
          </a>
        ) : (
          <ActionButton do="pay" action={action} token={token} button="button go large">
            {t('status.pay', { amount })}
          </ActionButton>
        )}
        <ActionButton do="change" action={action} token={token}>
          {t('status.change_offer')}
        </ActionButton>
      </div>
      {opened && (
        <p class="soft small">
          {fill(t('status.open_until', { time: '{time}' }), {
            time: <Time at={opened.expiresAt} />,
          })}
        </p>
      )}
    </div>
  );
}

function ReportLinks({ request, action, token }: StatusPageProps) {
  const t = useText(statusCatalogue);
  const path = `/reports/${request.requestId}`;
  return (
    <div class="actions">
      <a class="button go large" href={token ? `${path}#${token}` : path}>
        {t('status.read')}
      </a>
      {request.report.status !== 'withdrawn' && (
        <ActionButton do="pdf" action={action} token={token} file>
          {t('status.pdf')}
        </ActionButton>
      )}
    </div>
  );
}

/** The actions available in the request's state. */
function Actions(props: StatusPageProps) {
  const t = useText(statusCatalogue);
  const { request, token, action, changing } = props;
  const { status, executionMode, quote } = request;
  if ((status === 'quoted' || changing) && quote) {
    return <Offers offers={quote.offers} action={action} token={token} />;
  }
  if (endedEarly.includes(status)) {
    return (
      <p class="actions">
        <a class="button" href="/">
          {t('status.another')}
        </a>
      </p>
    );
  }
  if (choosing.includes(status)) return <Payment {...props} />;
  const isReported = ['report_ready', 'completed', 'disputed'].includes(status);
  const takesPhotos = ['confirmed', 'in_progress'].includes(status) && !request.evidenceCompletedAt;
  if (executionMode === 'self_service' && takesPhotos) {
    return (
      <div class="stack wide">
        <PhotoLinkPart request={request} action={action} token={token} />
        {props.own && (
          <Invites
            invites={props.invites}
            action={action}
            forms={props.forms}
            sendsTexts={props.sendsTexts}
          />
        )}
        {request.objection && <ReportLinks {...props} />}
      </div>
    );
  }
  return isReported || request.objection ? <ReportLinks {...props} /> : null;
}

function Cancel({ request, action, token, forms }: StatusPageProps) {
  const t = useText(statusCatalogue);
  const { language } = useContext(SiteContext);
  const { status, paymentStatus, checkout } = request;
  if (!['quoted', ...choosing, 'confirmed'].includes(status)) return null;
  const paid = paymentStatus === 'paid' && checkout;
  const state = forms['cancel'] ?? freshForm('cancel');
  return (
    <details open={Object.keys(state.errors).length > 0}>
      <summary>{t('status.cancel')}</summary>
      <Form do="cancel" action={action} token={token} class="form narrow">
        <Problem state={state} labels={{ reason: t('status.cancel.reason') }} />
        <p class="soft">
          {paid
            ? t('status.cancel.paid', {
                amount: moneyText(paid.amountMinor, paid.currency, language),
              })
            : t('status.cancel.free')}
        </p>
        <Field state={state} name="reason" label={t('status.cancel.reason')} />
        <div class="actions">
          <button type="submit" class="button bad">
            {t('status.cancel.now')}
          </button>
        </div>
      </Form>
    </details>
  );
}

function Fact({ label, children }: { label: string; children?: Child }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const quotes = {
  pending: 'status.quote.pending',
  ready: 'status.quote.ready',
  unavailable: 'status.quote.unavailable',
  accepted: 'status.quote.accepted',
  expired: 'status.quote.expired',
} as const satisfies Record<QuoteStatus, keyof StatusEnglish>;

const payments = {
  unpaid: 'status.payment.unpaid',
  not_required: 'status.payment.not_required',
  pending: 'status.payment.pending',
  paid: 'status.payment.paid',
  failed: 'status.payment.failed',
  refunded: 'status.payment.refunded',
} as const satisfies Record<PaymentStatus, keyof StatusEnglish>;

const reports = {
  not_ready: 'status.report.not_ready',
  generating: 'status.report.generating',
  ready: 'status.report.ready',
  delivered: 'status.report.ready',
  withdrawn: 'status.report.withdrawn',
} as const satisfies Record<ReportStatus, keyof StatusEnglish>;

/** The state of the report, with its time or the reason that the operator gave. */
function ReportState({ report }: Pick<ShownRequest, 'report'>) {
  const t = useText(statusCatalogue);
  const { status, deliveredAt, withdrawReason } = report;
  if (status === 'delivered' && deliveredAt) {
    const time = <Time at={deliveredAt} />;
    return <>{fill(t('status.report.delivered', { time: '{time}' }), { time })}</>;
  }
  if (status === 'withdrawn' && withdrawReason) {
    const reason = <bdi>{withdrawReason}</bdi>;
    return <>{fill(t('status.report.withdrawn_because', { reason: '{reason}' }), { reason })}</>;
  }
  return <>{t(reports[status])}</>;
}

function Facts({ request, editable, token }: StatusPageProps) {
  const t = useText(statusCatalogue);
  const { status, selectedOffer, paymentStatus, checkout, report } = request;
  return (
    <section class="tight" aria-labelledby="facts">
      <h2 id="facts" class="h3">
        {t('status.your_request')}
      </h2>
      <div>
        <bdi>{request.objective}</bdi>
      </div>
      <dl class="facts stacked">
        <Fact label={t('status.fact.address')}>
          <bdi>{request.address}</bdi>
        </Fact>
        {(selectedOffer || !endedEarly.includes(status)) && (
          <Fact label={t('status.fact.offer')}>
            {selectedOffer ? (
              <Label text={selectedOffer.label} english={selectedOffer.stored.label} />
            ) : (
              t(quotes[request.quoteStatus])
            )}
          </Fact>
        )}
        <Fact label={t('status.fact.payment')}>
          {paymentStatus === 'paid' && checkout?.paidAt
            ? fill(t('status.payment.paid_at', { time: '{time}' }), {
                time: <Time at={checkout.paidAt} />,
              })
            : t(payments[paymentStatus])}
        </Fact>
        {!endedEarly.includes(status) && (
          <Fact label={t('status.fact.report')}>
            <ReportState report={report} />
          </Fact>
        )}
      </dl>
      {editable && (
        <p class="actions">
          <a class="button" href={statusPath({ id: request.requestId, token }, 'edit')}>
            {t('status.edit')}
          </a>
        </p>
      )}
    </section>
  );
}

function Place({ request, map }: StatusPageProps) {
  const t = useText(statusCatalogue);
  return (
    <section class="tight" aria-labelledby="place">
      <h2 id="place" class="h3">
        {t('status.place')}
      </h2>
      <PlaceMap settings={map} place={request} photos={request.photos} />
    </section>
  );
}

function PrivateLink({ privateLink, token, own, claimable, action }: StatusPageProps) {
  const t = useText(statusCatalogue);
  if (!privateLink || !token) return null;
  return (
    <section class="card raised tight private" aria-labelledby="private">
      <h2 id="private" class="h3">
        {t('status.private')}
      </h2>
      <p class="small">
        {fill(t('status.private.code', { code: '{code}' }), {
          code: <code dir="ltr">{token}</code>,
        })}
      </p>
      <p class="soft small">{t('status.private.lead')}</p>
      <Copy text={privateLink}>{t('status.private.copy')}</Copy>
      {own && <p class="small">{t('status.private.kept')}</p>}
      {claimable && (
        <ActionButton do="claim" action={action} token={token}>
          {t('status.private.keep')}
        </ActionButton>
      )}
    </section>
  );
}

/** The status of a request, with the actions of its requester. */
export function StatusPage(props: StatusPageProps) {
  const { request, token, own, changing, alert } = props;
  const t = useText(statusCatalogue);
  const heading = t(headingOf(request, changing));
  const wrong = Object.values(props.forms).some(({ errors }) => Object.keys(errors).length > 0);
  const follows = own ? 'customerRequestUpdated' : 'siteCheckUpdated';
  return (
    <Frame
      heading={heading}
      wrong={wrong}
      account={props.account}
      operator={props.operator}
      scripts={scripts}
      main={{
        'data-request': request.requestId,
        'data-token': token,
        'data-editable': props.editable ? '' : undefined,
        'data-address': token ? `${props.action}#${token}` : props.action,
        'data-live': endedEarly.includes(request.status) ? undefined : follows,
        'data-carry': changing ? 'do=change' : undefined,
      }}
    >
      <Times place={request}>
        <div class="split">
          <div class="stack" data-hold="">
            <div class="head">
              <h1>{heading}</h1>
              <p class="lead" role="status" aria-label={t('status.status')}>
                <Sentence request={request} changing={changing} />
              </p>
              {request.objection?.comments.map((comment) => (
                <blockquote dir="auto">{comment}</blockquote>
              ))}
              {request.objection && <p class="soft">{t('status.add_comment')}</p>}
            </div>
            <div data-notes="" class="tight notes">
              {alert && <Alert>{alert}</Alert>}
            </div>
            <SaveLink {...props} />
            <Progress request={request} />
            <Actions {...props} />
            <Shares {...props} />
          </div>
          <aside class="stack" aria-label={t('status.your_request')}>
            <Facts {...props} />
            <Contact {...props} />
            {props.pushKey !== null && !endedEarly.includes(request.status) && (
              <Notifications requestId={request.requestId} own={own} publicKey={props.pushKey} />
            )}
            <PrivateLink {...props} />
            <Place {...props} />
            <Cancel {...props} />
          </aside>
        </div>
      </Times>
    </Frame>
  );
}

interface CodePageProps {
  id: string;
  scripts?: readonly string[] | undefined;
  action: string;
  operator: string | undefined;
  /** True if an invalid code was submitted. */
  rejected?: boolean;
  alert?: string | undefined;
}

/** Asks for the access code of a request. */
export function CodePage(props: CodePageProps) {
  const { id, action, operator, rejected, alert } = props;
  const t = useText(statusCatalogue);
  const frame = useFrameText();
  const heading = rejected ? frame('frame.opens_nothing') : t('status.your_request');
  return (
    <Frame heading={heading} operator={operator} scripts={props.scripts ?? scripts}>
      <div class="stack narrow">
        <div class="head">
          <h1>{heading}</h1>
          <p class="lead">{rejected ? frame('frame.check_link') : t('status.enter_code')}</p>
        </div>
        {alert && <Alert>{alert}</Alert>}
        <CodeForm action={action} id={id} ofCustomer />
      </div>
    </Frame>
  );
}
