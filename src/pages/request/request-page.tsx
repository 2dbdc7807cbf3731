import type { MapSettings } from '../../config.js';
import type { Catalogue } from '../../modules/catalogue/catalogue.js';
import type { CatalogueService } from '../../modules/catalogue/list-services.js';
import type { Customer } from '../../modules/customer/customer.js';
import { ServiceFacts } from '../about.js';
import { fill } from '../frame/fill.js';
import { Alert, Field, Form, Problem } from '../frame/form.js';
import type { FormState } from '../frame/form-state.js';
import { Frame } from '../frame/frame.js';
import { Icon } from '../frame/icons.js';
import { messages as frameMessages } from '../messages/frame.en.js';
import { messages as mapMessages } from '../messages/map.en.js';
import { howTo, messages } from '../messages/request.en.js';
import { type Reader, statusPath } from '../status/read-request.js';
import { WorldMap } from './map.js';
import { filledRows, ownKindName, ownName, ownRows } from './own-questions.js';

export interface RequestPageProps {
  state: FormState;
  services: readonly CatalogueService[];
  catalogue: Catalogue;
  /** Account that the request goes into; null for a guest. */
  account: Customer | null;
  /** Replay protection, made when the page is opened. */
  submissionId: string;
  alert?: string | undefined;
  /** The request that this one replaces; null for a new one. */
  replaces: Reader | null;
  /** Public URL of the service. */
  baseUrl: string;
  operator: string | undefined;
  map: MapSettings | null;
  /** True if the service sends mail. */
  sendsMail: boolean;
}

export const scripts = ['page.js', 'request.js', 'contact.js'];

/** States that the script filled in the draft. */
function Kept() {
  return (
    <div class="notice" data-kept="" hidden>
      <div>
        <p>{messages.kept}</p>
        <p data-sent="">{fill(messages.keptSent, { link: <a href="/">{messages.keptLink}</a> })}</p>
        <button type="button" class="button" data-clear="">
          {messages.clear}
        </button>
      </div>
    </div>
  );
}

/** Instructions for copying the two coordinates from a map. */
function HowTo() {
  return (
    <details>
      <summary>{howTo.summary}</summary>
      <dl class="small ways">
        {howTo.ways.map(([where, text]) => (
          <div>
            <dt>{where}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function Position({ state }: { state: FormState }) {
  return (
    <div class="form">
      <div class="pair">
        {(['latitude', 'longitude'] as const).map((name) => (
          <Field
            state={state}
            name={name}
            label={messages.fields[name]}
            inputmode="decimal"
            spellcheck={false}
          />
        ))}
      </div>
      <div class="tight">
        <p class="small soft">{messages.hints.position}</p>
        <div class="actions" data-script="" hidden>
          <button type="button" class="button" data-locate="">
            <Icon name="place" />
            {messages.usePosition}
          </button>
          <p role="status" class="small" data-located="" data-said="" />
        </div>
        <HowTo />
      </div>
    </div>
  );
}

/** The questions that are answered for a service. */
function ServiceQuestions({ questions }: Pick<CatalogueService, 'questions'>) {
  if (questions.length === 0) return <p class="soft">{messages.onlyYours}</p>;
  return (
    <>
      <p class="soft">{messages.besides}</p>
      <ul class="bullets">
        {questions.map(({ label }) => (
          <li>{label}</li>
        ))}
      </ul>
    </>
  );
}

/** Rows for questions of the customer; without script, all of them. */
function OwnQuestions({ state }: { state: FormState }) {
  const kinds = Object.entries(messages.own.kinds);
  const isUsed =
    filledRows(state.values).length > 0 || ownRows.some((row) => ownName(row) in state.errors);
  return (
    <details open={isUsed}>
      <summary>{messages.own.summary}</summary>
      <div class="form">
        <p class="small soft">{messages.own.hint}</p>
        {ownRows.map((row) => (
          <div class="pair own" data-own="">
            <Field state={state} name={ownName(row)} label={messages.own.label(row)} />
            <Field
              state={state}
              name={ownKindName(row)}
              label={messages.own.kind(row)}
              options={kinds}
            />
          </div>
        ))}
        <div class="actions" data-script="" hidden>
          <button type="button" class="button" data-add="">
            {messages.own.add}
          </button>
        </div>
      </div>
    </details>
  );
}

interface QuestionsProps {
  state: FormState;
  services: readonly CatalogueService[];
}

/** Questions for the person on site: those of the service and those of the customer. */
function Questions({ state, services }: QuestionsProps) {
  const key = state.values['service_key'];
  const chosen =
    key === undefined ? services[0] : services.find(({ serviceKey }) => serviceKey === key);
  return (
    <fieldset class="form">
      <legend>{messages.answered}</legend>
      <div class="tight" data-questions="" aria-live="polite">
        <ServiceQuestions questions={chosen?.questions ?? []} />
      </div>
      {/* With script, the list above follows the chosen service. */}
      <details class="scriptless">
        <summary>{messages.ofServices}</summary>
        {services.map(({ serviceKey, label, questions }) => (
          <section class="tight">
            <h3>{label}</h3>
            <div class="tight" data-service={serviceKey}>
              <ServiceQuestions questions={questions} />
            </div>
          </section>
        ))}
      </details>
      <OwnQuestions state={state} />
    </fieldset>
  );
}

function Contact({ state, sendsMail }: Pick<RequestPageProps, 'state' | 'sendsMail'>) {
  return (
    <fieldset class="form">
      <legend>{messages.contact}</legend>
      <div class="pair">
        <Field
          state={state}
          name="requester_name"
          label={messages.fields.requester_name}
          hint={frameMessages.nameHint}
          autocomplete="name"
        />
        <Field
          state={state}
          name="requester_email"
          label={messages.fields.requester_email}
          hint={sendsMail ? messages.hints.requester_email : messages.noMail}
          type="email"
          autocomplete="email"
        />
        <Field
          state={state}
          name="requester_phone"
          label={messages.fields.requester_phone}
          hint={messages.hints.requester_phone}
          type="tel"
          autocomplete="tel"
        />
      </div>
    </fieldset>
  );
}

/** Labels of every field, for the list of errors. */
const labels: Record<string, string> = {
  ...messages.fields,
  ...Object.fromEntries(
    ownRows.flatMap((row) => [
      [ownName(row), messages.own.label(row)],
      [ownKindName(row), messages.own.kind(row)],
    ]),
  ),
};

/** The page for requesting a check. */
export function RequestPage(props: RequestPageProps) {
  const { state, services, account, submissionId, alert, replaces } = props;
  const heading = replaces ? messages.editHeading : messages.heading;
  const choices = services.map(({ serviceKey, label }) => [serviceKey, label] as const);
  return (
    <Frame
      heading={heading}
      wrong={Object.keys(state.errors).length > 0}
      scripts={scripts}
      account={account}
      operator={props.operator}
      listed={!replaces}
      baseUrl={props.baseUrl}
      main={replaces ? { 'data-takes-fragment': '' } : {}}
    >
      <div class="stack">
        <div class="head hero">
          <h1>{heading}</h1>
          <p class="lead">{replaces ? messages.editLead : messages.lead}</p>
          {!replaces && <ServiceFacts catalogue={props.catalogue} />}
        </div>
        {!replaces && <Kept />}
        {alert && <Alert>{alert}</Alert>}
        <Problem state={state} labels={labels} />
        <Form
          do="request"
          action="/site-checks"
          label={messages.form}
          class="form roomy request"
          data={{ 'data-draft': replaces?.id ?? '' }}
          hidden={{
            intake_submission_id: submissionId,
            replaces: replaces?.id ?? '',
            replaces_token: replaces?.token ?? '',
            ...(account && { account: account._id }),
          }}
        >
          <Field
            state={state}
            name="service_key"
            label={messages.fields.service_key}
            options={[...choices, ['', messages.other]]}
          />
          <Field
            state={state}
            name="objective"
            label={messages.fields.objective}
            hint={messages.hints.objective}
          />
          <Field
            state={state}
            name="address"
            label={messages.fields.address}
            hint={messages.hints.address}
          />
          <Position state={state} />
          <div class="tight where">
            <WorldMap
              latitude={state.values['latitude'] ?? ''}
              longitude={state.values['longitude'] ?? ''}
              settings={props.map}
            />
            {!props.map && (
              <p class="small soft" data-script="" hidden>
                {mapMessages.detail}
              </p>
            )}
            <p role="status" aria-label={messages.place} data-place="" class="place">
              {messages.placeHint}
            </p>
          </div>
          <Questions state={state} services={services} />
          <Field
            state={state}
            name="notes"
            label={messages.fields.notes}
            hint={messages.hints.notes}
            rows={3}
          />
          {account ? (
            <p class="soft">{messages.signedInAs(account.email ?? '')}</p>
          ) : (
            <Contact state={state} sendsMail={props.sendsMail} />
          )}
          <div class="actions">
            <button type="submit" class="button go large">
              {messages.seeOffers}
            </button>
            {replaces && (
              <a class="button" href={statusPath(replaces)}>
                {messages.keepAsIs}
              </a>
            )}
          </div>
        </Form>
      </div>
    </Frame>
  );
}
