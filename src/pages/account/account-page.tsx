import { accountCatalogue } from '../../messages/account/catalogue.js';
import { fill } from '../../messages/fill.js';
import { languageNames, languages } from '../../messages/language.js';
import { languageFor } from '../../messages/match-language.js';
import type { Customer } from '../../modules/customer/customer.js';
import { type SiteCheckStatus, siteCheckStatus } from '../../modules/site-check/states.js';
import { ActionButton, Alert, Field } from '../frame/form.js';
import { type FormState, freshForm } from '../frame/form-state.js';
import { Time, Times } from '../frame/format.js';
import { Frame } from '../frame/frame.js';
import { useFrameText, useText } from '../frame/frame-text.js';
import { Icon } from '../frame/icons.js';
import { AccountForm, Done } from './parts.js';
import { type Listed, queryOf, stateTexts } from './requests.js';

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
  const t = useText(accountCatalogue);
  const state = freshForm('search', { q: search.text, state: search.state ?? '' });
  const states = siteCheckStatus.options.map((one) => [one, t(stateTexts[one])] as const);
  const file = `/account/requests.csv?${queryOf(search)}`;
  return (
    <search aria-label={t('account.search')}>
      <form method="get" action="/account" class="find">
        <Field state={state} name="q" label={t('account.search')} />
        <Field
          state={state}
          name="state"
          label={t('account.column.state')}
          options={[['', t('account.all_states')], ...states]}
        />
        <div class="actions">
          <button type="submit" class="button">
            {t('account.find')}
          </button>
          <a class="button quiet" href={file} download="requests.csv">
            {t('account.file')}
          </a>
          {found !== null && (
            <a class="button quiet" href="/account">
              {t('account.show_all')}
            </a>
          )}
        </div>
      </form>
      {found !== null && (
        <p class="soft">{found === 0 ? t('account.found_none') : t('account.found', { found })}</p>
      )}
      {found !== null && found > requests.length && (
        <p class="soft">{t('account.found_first', { shown: requests.length })}</p>
      )}
    </search>
  );
}

function Requests({ listed }: Pick<AccountPageProps, 'listed'>) {
  const { requests, next, found } = listed;
  const t = useText(accountCatalogue);
  const frame = useFrameText();
  if (requests.length === 0 && found === null) {
    return <p class="card raised soft">{t('account.none')}</p>;
  }
  return (
    <div class="tight">
      <SearchForm listed={listed} />
      <ul class="requests" aria-label={frame('frame.your_requests')}>
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
              <span class={`badge ${calls[status] ?? ''}`}>{t(stateTexts[status])}</span>
            </li>
          );
        })}
      </ul>
      {next && (
        <p>
          <a class="button" href={`/account?cursor=${encodeURIComponent(next)}`}>
            {t('account.older')}
          </a>
        </p>
      )}
    </div>
  );
}

function Details({ account, forms }: AccountPageProps) {
  const t = useText(accountCatalogue);
  const { fullName: full_name, phone = '', language = '' } = account;
  const state = forms['details'] ?? freshForm('details', { full_name, phone, language });
  // Saving other details keeps the stored tag, such as de-CH, of which only the nearest language is shown.
  const used = language === '' ? null : languageFor(language);
  const choices = languages.map(
    (one) => [one === used ? language : one, languageNames[one], one] as const,
  );
  return (
    <AccountForm
      do="details"
      action="/account"
      label={t('account.details')}
      state={state}
      inputs={['full_name', 'phone', 'language']}
      options={{
        language: used ? choices : [['', t('account.language_of_request')], ...choices],
      }}
      button={t('account.save')}
    />
  );
}

function Password({ forms }: AccountPageProps) {
  const t = useText(accountCatalogue);
  const state = forms['password'] ?? freshForm('password');
  return (
    <details open={Object.keys(state.errors).length > 0}>
      <summary>{t('account.password')}</summary>
      <AccountForm
        do="password"
        action="/account"
        label={t('account.password')}
        state={state}
        inputs={['current_password', 'new_password']}
        button={t('account.change_password')}
      />
    </details>
  );
}

function Erase({ forms, busy }: AccountPageProps) {
  const t = useText(accountCatalogue);
  const state = forms['erase'] ?? freshForm('erase');
  return (
    <details open={busy !== undefined || Object.keys(state.errors).length > 0}>
      <summary>{t('account.delete')}</summary>
      <AccountForm
        do="erase"
        action="/account"
        label={t('account.delete')}
        state={state}
        inputs={['password']}
        button={t('account.delete_now')}
        look="button bad"
      >
        <p class="soft">{t('account.delete_lead')}</p>
      </AccountForm>
    </details>
  );
}

function Busy({ busy }: AccountPageProps) {
  const t = useText(accountCatalogue);
  if (!busy) return null;
  return (
    <div role="alert" class="notice bad" tabindex={-1}>
      <Icon name="warn" />
      <div>
        <p>{t('account.busy')}</p>
        <ul>
          {busy.map(({ requestId, objective }) => (
            <li>
              <a href={`/site-checks/${requestId}`}>
                <bdi>{objective}</bdi>
              </a>
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
  const t = useText(accountCatalogue);
  const heading = useFrameText()('frame.your_requests');
  const wrong = Object.values(forms).some(({ errors }) => Object.keys(errors).length > 0);
  return (
    <Frame heading={heading} wrong={wrong} account={account} operator={props.operator}>
      <Times>
        <div class="split">
          <div class="stack">
            <div class="head">
              <h1>{heading}</h1>
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
                      <p>
                        {fill(t('account.unconfirmed', { email: '{email}' }), {
                          email: <bdi>{account.email}</bdi>,
                        })}
                      </p>
                      <ActionButton do="resend" action="/account">
                        {t('account.send_new')}
                      </ActionButton>
                    </>
                  ) : (
                    <p>{t('account.unconfirmable')}</p>
                  )}
                </div>
              </div>
            )}
            <div class="actions">
              <a class="button go" href="/">
                {t('account.request')}
              </a>
            </div>
            <Requests {...props} />
          </div>
          <aside class="stack" aria-label={t('account.your_account')}>
            <section class="tight" aria-labelledby="details">
              <h2 id="details" class="h3">
                {t('account.details')}
              </h2>
              <Details {...props} />
            </section>
            <div class="tight lines">
              <Password {...props} />
              <section class="tight" aria-labelledby="data">
                <h2 id="data" class="h3">
                  {t('account.data')}
                </h2>
                <p class="soft small">{t('account.data_lead')}</p>
                <div class="actions">
                  <ActionButton do="export" action="/account" file>
                    {t('account.download')}
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
