import { useContext } from 'hono/jsx';
import type { MapSettings } from '../../config.js';
import type { Translate } from '../../messages/create-translator.js';
import { fill } from '../../messages/fill.js';
import { mapCatalogue } from '../../messages/map/catalogue.js';
import { pick } from '../../messages/pick.js';
import { requestCatalogue } from '../../messages/request/catalogue.js';
import type { RequestEnglish } from '../../messages/request/en.js';
import { requestScriptKeys } from '../../messages/request/script-keys.js';
import { type Catalogue, labelFor, questionsFor } from '../../modules/catalogue/catalogue.js';
import type { CatalogueService } from '../../modules/catalogue/list-services.js';
import type { Customer } from '../../modules/customer/customer.js';
import { ServiceFacts } from '../about.js';
import { Alert, Field, Form, Problem } from '../frame/form.js';
import type { FormState } from '../frame/form-state.js';
import { Frame } from '../frame/frame.js';
import { useFrameText, useText } from '../frame/frame-text.js';
import { Icon } from '../frame/icons.js';
import { Label } from '../frame/label.js';
import { SiteContext } from '../frame/site.js';
import { type Reader, statusPath } from '../status/read-request.js';
import { WorldMap } from './map.js';
import { filledRows, ownKindName, ownKinds, ownName, ownRows } from './own-questions.js';

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
  const t = useText(requestCatalogue);
  const replaced = t('request.kept_sent', { button: t('request.see_offers'), link: '{link}' });
  return (
    <div class="notice" data-kept="" hidden>
      <div>
        <p>{t('request.kept')}</p>
        <p data-sent="">{fill(replaced, { link: <a href="/">{t('request.kept_link')}</a> })}</p>
        <button type="button" class="button" data-clear="">
          {t('request.clear')}
        </button>
      </div>
    </div>
  );
}

/** Instructions for copying the two coordinates from a map. */
function HowTo() {
  const t = useText(requestCatalogue);
  const ways = [
    [t('request.google_phone'), t('request.google_phone_way')],
    [t('request.apple'), t('request.apple_way')],
    [t('request.google_computer'), t('request.google_computer_way')],
    ['openstreetmap.org', t('request.osm_way')],
  ];
  return (
    <details>
      <summary>{t('request.how_to')}</summary>
      <dl class="small ways">
        {ways.map(([where, way]) => (
          <div>
            <dt>{where}</dt>
            <dd>{way}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function Position({ state }: { state: FormState }) {
  const t = useText(requestCatalogue);
  const labels = { latitude: t('request.latitude'), longitude: t('request.longitude') };
  return (
    <div class="form">
      <div class="pair">
        {(['latitude', 'longitude'] as const).map((name) => (
          <Field
            state={state}
            name={name}
            label={labels[name]}
            inputmode="decimal"
            spellcheck={false}
          />
        ))}
      </div>
      <div class="tight">
        <p class="small soft">{t('request.position_hint')}</p>
        <div class="actions" data-script="" hidden>
          <button type="button" class="button" data-locate="">
            <Icon name="place" />
            {t('request.use_position')}
          </button>
          <p role="status" class="small" data-located="" data-said="" />
        </div>
        <HowTo />
      </div>
    </div>
  );
}

interface ServiceQuestionsProps {
  /** Undefined: the one that was sent is not in the catalogue. */
  service: CatalogueService | undefined;
  catalogue: Catalogue;
}

/** The questions that are answered for a service. */
function ServiceQuestions({ service, catalogue }: ServiceQuestionsProps) {
  const t = useText(requestCatalogue);
  const english = questionsFor(catalogue, service?.serviceKey);
  const questions = service?.questions ?? [];
  if (questions.length === 0) return <p class="soft">{t('request.only_yours')}</p>;
  return (
    <>
      <p class="soft">{t('request.besides')}</p>
      <ul class="bullets">
        {questions.map(({ label }, i) => (
          <li>
            <Label text={label} english={english[i]?.label ?? label} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Rows for questions of the customer; without script, all of them. */
function OwnQuestions({ state }: { state: FormState }) {
  const t = useText(requestCatalogue);
  const kinds = Object.entries(ownKinds).map(([kind, key]) => [kind, t(key)] as const);
  const isUsed =
    filledRows(state.values).length > 0 || ownRows.some((row) => ownName(row) in state.errors);
  return (
    <details open={isUsed}>
      <summary>{t('request.own.summary')}</summary>
      <div class="form">
        <p class="small soft">{t('request.own.hint')}</p>
        {ownRows.map((row) => (
          <div class="pair own" data-own="">
            <Field
              state={state}
              name={ownName(row)}
              label={t('request.own.label', { number: `${row}` })}
            />
            <Field
              state={state}
              name={ownKindName(row)}
              label={t('request.own.kind', { number: `${row}` })}
              options={kinds}
            />
          </div>
        ))}
        <div class="actions" data-script="" hidden>
          <button type="button" class="button" data-add="">
            {t('request.own.add')}
          </button>
        </div>
      </div>
    </details>
  );
}

interface QuestionsProps {
  state: FormState;
  services: readonly CatalogueService[];
  catalogue: Catalogue;
}

/** Questions for the person on site: those of the service and those of the customer. */
function Questions({ state, services, catalogue }: QuestionsProps) {
  const t = useText(requestCatalogue);
  const key = state.values['service_key'];
  const chosen =
    key === undefined ? services[0] : services.find(({ serviceKey }) => serviceKey === key);
  return (
    <fieldset class="form">
      <legend>{t('request.answered')}</legend>
      <div class="tight" data-questions="" aria-live="polite">
        <ServiceQuestions service={chosen} catalogue={catalogue} />
      </div>
      {/* With script, the list above follows the chosen service. */}
      <details class="scriptless">
        <summary>{t('request.of_services')}</summary>
        {services.map((service) => (
          <section class="tight">
            <h3>
              <Label
                text={service.label}
                english={labelFor(catalogue, service.serviceKey) ?? service.label}
              />
            </h3>
            <div class="tight" data-service={service.serviceKey}>
              <ServiceQuestions service={service} catalogue={catalogue} />
            </div>
          </section>
        ))}
      </details>
      <OwnQuestions state={state} />
    </fieldset>
  );
}

function Contact({ state, sendsMail }: Pick<RequestPageProps, 'state' | 'sendsMail'>) {
  const t = useText(requestCatalogue);
  const frame = useFrameText();
  return (
    <fieldset class="form">
      <legend>{t('request.contact')}</legend>
      <div class="pair">
        <Field
          state={state}
          name="requester_name"
          label={t('request.name')}
          hint={frame('frame.name_hint')}
          autocomplete="name"
        />
        <Field
          state={state}
          name="requester_email"
          label={t('request.email')}
          hint={t(sendsMail ? 'request.email_hint' : 'request.no_mail')}
          type="email"
          autocomplete="email"
        />
        <Field
          state={state}
          name="requester_phone"
          label={t('request.phone')}
          hint={t('request.phone_hint')}
          type="tel"
          autocomplete="tel"
        />
      </div>
    </fieldset>
  );
}

/** Returns the labels of every field, for the list of errors. */
function labelsOf(t: Translate<RequestEnglish>): Record<string, string> {
  const own = ownRows.flatMap((row) => [
    [ownName(row), t('request.own.label', { number: `${row}` })],
    [ownKindName(row), t('request.own.kind', { number: `${row}` })],
  ]);
  return {
    service_key: t('request.service'),
    objective: t('request.objective'),
    address: t('request.address'),
    latitude: t('request.latitude'),
    longitude: t('request.longitude'),
    notes: t('request.notes'),
    requester_name: t('request.name'),
    requester_email: t('request.email'),
    requester_phone: t('request.phone'),
    ...Object.fromEntries(own),
  };
}

/** The page for requesting a check. */
export function RequestPage(props: RequestPageProps) {
  const { state, services, account, submissionId, alert, replaces } = props;
  const t = useText(requestCatalogue);
  const map = useText(mapCatalogue);
  const { language } = useContext(SiteContext);
  const heading = t(replaces ? 'request.edit_heading' : 'request.heading');
  const labels = labelsOf(t);
  const choices = services.map(({ serviceKey, label }) => {
    const isEnglish = label === labelFor(props.catalogue, serviceKey);
    return [serviceKey, label, isEnglish ? 'en' : language] as const;
  });
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
      texts={pick(requestCatalogue[language], requestScriptKeys)}
    >
      <div class="stack">
        <div class="head hero">
          <h1>{heading}</h1>
          <p class="lead">{t(replaces ? 'request.edit_lead' : 'request.lead')}</p>
          {!replaces && <ServiceFacts catalogue={props.catalogue} />}
        </div>
        {!replaces && <Kept />}
        {alert && <Alert>{alert}</Alert>}
        <Problem state={state} labels={labels} />
        <Form
          do="request"
          action="/site-checks"
          label={t('request.form')}
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
            label={t('request.service')}
            options={[...choices, ['', t('request.other')]]}
          />
          <Field
            state={state}
            name="objective"
            label={t('request.objective')}
            hint={t('request.objective_hint')}
          />
          <Field
            state={state}
            name="address"
            label={t('request.address')}
            hint={t('request.address_hint')}
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
                {map('map.detail')}
              </p>
            )}
            <p role="status" aria-label={t('request.place')} data-place="" class="place">
              {t('request.place_hint')}
            </p>
          </div>
          <Questions state={state} services={services} catalogue={props.catalogue} />
          <Field
            state={state}
            name="notes"
            label={t('request.notes')}
            hint={t('request.notes_hint')}
            rows={3}
          />
          {account ? (
            <p class="soft">
              {fill(t('request.signed_in_as', { email: '{email}' }), {
                email: <bdi>{account.email}</bdi>,
              })}
            </p>
          ) : (
            <Contact state={state} sendsMail={props.sendsMail} />
          )}
          <div class="actions">
            <button type="submit" class="button go large">
              {t('request.see_offers')}
            </button>
            {replaces && (
              <a class="button" href={statusPath(replaces)}>
                {t('request.keep_as_is')}
              </a>
            )}
          </div>
        </Form>
      </div>
    </Frame>
  );
}
