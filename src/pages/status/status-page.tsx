import type { Child } from 'hono/jsx';
import type { MapSettings } from '../../config.js';
import type { Customer } from '../../modules/customer/customer.js';
import { fill } from '../frame/fill.js';
import { ActionButton, Alert, CodeForm, Field, Form, Problem } from '../frame/form.js';
import { type FormState, freshForm } from '../frame/form-state.js';
import { moneyText, Time, Times } from '../frame/format.js';
import { Frame } from '../frame/frame.js';
import { PlaceMap } from '../frame/place-map.js';
import { messages as frameMessages } from '../messages/frame.en.js';
import { messages } from '../messages/status.en.js';
import { Contact } from './contact.js';
import { Invites } from './invites.js';
import { Notifications } from './notifications.js';
import { Offers } from './offers.js';
import { Copy, PhotoLinkPart } from './photo-link.js';
import { endedEarly, Progress } from './progress.js';
import { type FoundRequest, statusPath } from './read-request.js';
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
  const { status, selectedOffer, checkout } = request;
  if (!selectedOffer) return null;
  const amount = moneyText(selectedOffer.amountMinor, selectedOffer.currency);
  const opened = status === 'awaiting_payment' && checkout?.checkoutUrl ? checkout : null;
  return (
    <div class="tight">
      <div class="actions">
        {opened?.checkoutUrl ? (
          <a class="button go large" href={opened.checkoutUrl} rel="external">
            {messages.toCheckout}
          </a>
        ) : (
          <ActionButton do="pay" action={action} token={token} button="button go large">
            {messages.pay(amount)}
          </ActionButton>
        )}
        <ActionButton do="change" action={action} token={token}>
          {messages.changeOffer}
        </ActionButton>
      </div>
      {opened && (
        <p class="soft small">
          {fill(messages.openUntil, { time: <Time at={opened.expiresAt} /> })}
        </p>
      )}
    </div>
  );
}

function ReportLinks({ request, action, token }: StatusPageProps) {
  const path = `/reports/${request.requestId}`;
  return (
    <div class="actions">
      <a class="button go large" href={token ? `${path}#${token}` : path}>
        {messages.read}
      </a>
      {request.report.status !== 'withdrawn' && (
        <ActionButton do="pdf" action={action} token={token} file>
          {messages.pdf}
        </ActionButton>
      )}
    </div>
  );
}

/** The actions available in the request's state. */
function Actions(props: StatusPageProps) {
  const { request, token, action, changing } = props;
  const { status, executionMode, quote } = request;
  if ((status === 'quoted' || changing) && quote) {
    return <Offers offers={quote.offers} action={action} token={token} />;
  }
  if (endedEarly.includes(status)) {
    return (
      <p>
        <a class="button" href="/">
          {messages.anotherCheck}
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
  const { status, paymentStatus, checkout } = request;
  if (!['quoted', ...choosing, 'confirmed'].includes(status)) return null;
  const paid = paymentStatus === 'paid' && checkout;
  const state = forms['cancel'] ?? freshForm('cancel');
  return (
    <details open={Object.keys(state.errors).length > 0}>
      <summary>{messages.cancel}</summary>
      <Form do="cancel" action={action} token={token} class="form narrow">
        <Problem state={state} labels={{ reason: messages.reason }} />
        <p class="soft">
          {paid
            ? fill(messages.cancelPaid, { amount: moneyText(paid.amountMinor, paid.currency) })
            : messages.cancelFree}
        </p>
        <Field state={state} name="reason" label={messages.reason} />
        <div class="actions">
          <button type="submit" class="button bad">
            {messages.cancelNow}
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

function Facts({ request, editable, token }: StatusPageProps) {
  const { status, selectedOffer, paymentStatus, checkout, report } = request;
  return (
    <section class="tight" aria-labelledby="facts">
      <h2 id="facts" class="h3">
        {messages.yourRequest}
      </h2>
      <p>{request.objective}</p>
      <dl class="facts stacked">
        <Fact label={messages.facts.address}>{request.address}</Fact>
        {(selectedOffer || !endedEarly.includes(status)) && (
          <Fact label={messages.facts.offer}>
            {selectedOffer?.label ?? messages.quotes[request.quoteStatus]}
          </Fact>
        )}
        <Fact label={messages.facts.payment}>
          {fill(messages.payments[paymentStatus], {
            time: checkout?.paidAt ? <Time at={checkout.paidAt} /> : '',
          })}
        </Fact>
        {!endedEarly.includes(status) && (
          <Fact label={messages.facts.report}>
            {fill(messages.reports[report.status], {
              time: report.deliveredAt ? <Time at={report.deliveredAt} /> : '',
              reason: report.withdrawReason ? `: ${report.withdrawReason}` : '',
            })}
          </Fact>
        )}
      </dl>
      {editable && (
        <p>
          <a class="button" href={statusPath({ id: request.requestId, token }, 'edit')}>
            {messages.edit}
          </a>
        </p>
      )}
    </section>
  );
}

function Place({ request, map }: StatusPageProps) {
  return (
    <section class="tight" aria-labelledby="place">
      <h2 id="place" class="h3">
        {messages.place}
      </h2>
      <PlaceMap settings={map} place={request} photos={request.photos} />
    </section>
  );
}

function PrivateLink({ privateLink, token, own, claimable, action }: StatusPageProps) {
  if (!privateLink || !token) return null;
  return (
    <section class="card raised tight private" aria-labelledby="private">
      <h2 id="private" class="h3">
        {messages.privateLink}
      </h2>
      <p class="small">{fill(messages.code, { code: <code>{token}</code> })}</p>
      <p class="soft small">{messages.keep}</p>
      <Copy text={privateLink}>{messages.copyPrivateLink}</Copy>
      {own && <p class="small">{messages.kept}</p>}
      {claimable && (
        <ActionButton do="claim" action={action} token={token}>
          {messages.keepInAccount}
        </ActionButton>
      )}
    </section>
  );
}

/** The status of a request, with the actions of its requester. */
export function StatusPage(props: StatusPageProps) {
  const { request, token, own, changing, alert } = props;
  const heading = headingOf(request, changing);
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
              <p class="lead" role="status" aria-label={messages.status}>
                <Sentence request={request} changing={changing} />
              </p>
              {request.objection?.comments.map((comment) => (
                <blockquote>{comment}</blockquote>
              ))}
              {request.objection && <p class="soft">{messages.addComment}</p>}
            </div>
            <div data-notes="" class="tight notes">
              {alert && <Alert>{alert}</Alert>}
            </div>
            <SaveLink {...props} />
            <Progress request={request} />
            <Actions {...props} />
            <Shares {...props} />
          </div>
          <aside class="stack" aria-label={messages.yourRequest}>
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
  const heading = rejected ? frameMessages.opensNothing : messages.frameHeading;
  return (
    <Frame heading={heading} operator={operator} scripts={props.scripts ?? scripts}>
      <div class="stack narrow">
        <div class="head">
          <h1>{heading}</h1>
          <p class="lead">{rejected ? frameMessages.checkLink : messages.frameLead}</p>
        </div>
        {alert && <Alert>{alert}</Alert>}
        <CodeForm action={action} id={id} ofCustomer />
      </div>
    </Frame>
  );
}
