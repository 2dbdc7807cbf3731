import { fill } from '../../messages/fill.js';
import type { Customer } from '../../modules/customer/customer.js';
import { type SiteCheckStatus, siteCheckStatus } from '../../modules/site-check/states.js';
import { ActionButton, Alert, Field } from '../frame/form.js';
import { type FormState, freshForm } from '../frame/form-state.js';
import { Time, Times } from '../frame/format.js';
import { Frame } from '../frame/frame.js';
import { Icon } from '../frame/icons.js';
import { messages } from '../messages/account.en.js';
import { AccountForm, Done } from './parts.js';
import { type Listed, queryOf } from './requests.js';

export interface AccountPageProps {
  account: Customer;
  listed: Listed;
  forms: Record<string, FormState>;
  alert?: string | undefined;
  done?: string | undefined;
  /** Requests that prevent the deletion of the account. */
  busy?: readonly { requestId: string; objective: string }[] | undefined;
  /** True if the service sends mail. */
  sendsMail: boolean;
  operator: string | undefined;
}

const { account: own } = messages;

/** States that need an action of the requester, or have something new to show. */
const calls: Partial<Record<SiteCheckStatus, string>> = {
  quoted: 'warn',
  offer_selected: 'warn',
  awaiting_payment: 'warn',
  report_ready: 'good',
  completed: 'good',
};

/** Finds requests by a text and a state; a form without script. */
function SearchForm({ listed }: Pick<AccountPageProps, 'listed'>) {
  const { search, found, requests } = listed;
  const state = freshForm('search', { q: search.text, state: search.state ?? '' });
  const states = siteCheckStatus.options.map((one) => [one, messages.states[one]] as const);
  const file = `/account/requests.csv?${queryOf(search)}`;
  return (
    <search aria-label={own.search}>
      <form method="get" action="/account" class="find">
        <Field state={state} name="q" label={own.search} />
        <Field
          state={state}
          name="state"
          label={own.state}
          options={[['', own.allStates], ...states]}
        />
        <div class="actions">
          <button type="submit" class="button">
            {own.find}
          </button>
          <a class="button quiet" href={file} download="requests.csv">
            {own.file}
          </a>
          {found !== null && (
            <a class="button quiet" href="/account">
              {own.showAll}
            </a>
          )}
        </div>
      </form>
      {found !== null && <p class="soft">{own.found(requests.length, found)}</p>}
    </search>
  );
}

function Requests({ listed }: Pick<AccountPageProps, 'listed'>) {
  const { requests, next, found } = listed;
  if (requests.length === 0 && found === null) return <p class="card raised soft">{own.none}</p>;
  return (
    <div class="tight">
      <SearchForm listed={listed} />
      <ul class="requests" aria-label={own.list}>
        {requests.map(({ request }) => {
          const { _id: requestId, objective, address, status, createdAt } = request;
          return (
            <li>
              <div>
                <a href={`/site-checks/${requestId}`}>
                  <bdi>{objective}</bdi>
                </a>
                <p class="soft small">
                  <bdi>{address}</bdi> · <Time at={createdAt} first />
                </p>
              </div>
              <span class={`badge ${calls[status] ?? ''}`}>{messages.states[status]}</span>
            </li>
          );
        })}
      </ul>
      {next && (
        <p>
          <a class="button" href={`/account?cursor=${encodeURIComponent(next)}`}>
            {own.older}
          </a>
        </p>
      )}
    </div>
  );
}

function Details({ account, forms }: AccountPageProps) {
  const { fullName: full_name, phone } = account;
  const state = forms['details'] ?? freshForm('details', { full_name, phone: phone ?? '' });
  return (
    <AccountForm
      do="details"
      action="/account"
      label={own.details}
      state={state}
      inputs={['full_name', 'phone']}
      button={own.save}
    />
  );
}

function Password({ forms }: AccountPageProps) {
  const state = forms['password'] ?? freshForm('password');
  return (
    <details open={Object.keys(state.errors).length > 0}>
      <summary>{own.passwordHeading}</summary>
      <AccountForm
        do="password"
        action="/account"
        label={own.passwordHeading}
        state={state}
        inputs={['current_password', 'new_password']}
        button={own.change}
      />
    </details>
  );
}

function Erase({ forms, busy }: AccountPageProps) {
  const state = forms['erase'] ?? freshForm('erase');
  return (
    <details open={busy !== undefined || Object.keys(state.errors).length > 0}>
      <summary>{own.erase}</summary>
      <AccountForm
        do="erase"
        action="/account"
        label={own.erase}
        state={state}
        inputs={['password']}
        button={own.eraseNow}
        look="button bad"
      >
        <p class="soft">{own.eraseText}</p>
      </AccountForm>
    </details>
  );
}

function Busy({ busy }: AccountPageProps) {
  if (!busy) return null;
  return (
    <div role="alert" class="notice bad" tabindex={-1}>
      <Icon name="warn" />
      <div>
        <p>{own.busy}</p>
        <ul>
          {busy.map(({ requestId, objective }) => (
            <li>
              <a href={`/site-checks/${requestId}`}>{objective}</a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** The page with a customer's requests and account. */
export function AccountPage(props: AccountPageProps) {
  const { account, done, alert, forms, sendsMail } = props;
  const wrong = Object.values(forms).some(({ errors }) => Object.keys(errors).length > 0);
  return (
    <Frame heading={own.heading} wrong={wrong} account={account} operator={props.operator}>
      <Times>
        <div class="split">
          <div class="stack">
            <div class="head">
              <h1>{own.heading}</h1>
            </div>
            {done && <Done>{done}</Done>}
            {alert && <Alert>{alert}</Alert>}
            <Busy {...props} />
            {!account.emailConfirmedAt && (
              <div class="notice warn">
                <Icon name="warn" />
                <div>
                  {sendsMail ? (
                    <>
                      <p>{fill(own.unconfirmed, { email: account.email })}</p>
                      <ActionButton do="resend" action="/account">
                        {own.sendNew}
                      </ActionButton>
                    </>
                  ) : (
                    <p>{own.unconfirmable}</p>
                  )}
                </div>
              </div>
            )}
            <div class="actions">
              <a class="button go" href="/">
                {own.request}
              </a>
            </div>
            <Requests {...props} />
          </div>
          <aside class="stack" aria-label={own.yourAccount}>
            <section class="tight" aria-labelledby="details">
              <h2 id="details" class="h3">
                {own.details}
              </h2>
              <Details {...props} />
            </section>
            <div class="tight lines">
              <Password {...props} />
              <section class="tight" aria-labelledby="data">
                <h2 id="data" class="h3">
                  {own.dataHeading}
                </h2>
                <p class="soft small">{own.dataText}</p>
                <div class="actions">
                  <ActionButton do="export" action="/account" file>
                    {own.download}
                  </ActionButton>
                </div>
              </section>
              <Erase {...props} />
            </div>
          </aside>
        </div>
      </Times>
    </Frame>
  );
}
