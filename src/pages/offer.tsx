import type { Context, Hono } from 'hono';
import { type Child, useContext } from 'hono/jsx';
import type { Env } from '../http/request.js';
import { createTranslator } from '../messages/create-translator.js';
import { fill } from '../messages/fill.js';
import type { Language } from '../messages/language.js';
import { offerCatalogue } from '../messages/offer/catalogue.js';
import type { OfferEnglish } from '../messages/offer/en.js';
import { translator } from '../messages/translate.js';
import { type Catalogue, labelFor } from '../modules/catalogue/catalogue.js';
import { labelsIn, textsOf } from '../modules/catalogue/service-texts.js';
import { nearestMarketCity } from '../modules/catalogue/serviceability.js';
import {
  type AcceptedProviderOffer,
  acceptProviderOffer,
  taskHours,
} from '../modules/dispatch/accept-provider-offer.js';
import { declineProviderOffer } from '../modules/dispatch/decline-provider-offer.js';
import { getProviderOffer } from '../modules/dispatch/get-provider-offer.js';
import { offeredWork } from '../modules/dispatch/offered-work.js';
import type { ProviderOffer } from '../modules/dispatch/provider-offer.js';
import { codeOf, errorMessage } from './frame/error-message.js';
import { ActionButton, Alert, CodeForm, Field, Form, Problem } from './frame/form.js';
import { type FormState, freshForm, isInvalid, rejectedForm } from './frame/form-state.js';
import { Time, Times } from './frame/format.js';
import { Frame, renderPage } from './frame/frame.js';
import { frameText, useText } from './frame/frame-text.js';
import { Icon } from './frame/icons.js';
import { Label } from './frame/label.js';
import { pageLanguage } from './frame/language.js';
import { readForm } from './frame/read-form.js';
import { type PageError, runOperation } from './frame/run-operation.js';
import { SiteContext } from './frame/site.js';
import { metresText } from './frame/text.js';

const path = '/offer';

interface Shown {
  heading: string;
  status?: number;
  wrong?: boolean;
  token?: string;
  children: Child;
}

function render(c: Context<Env>, { heading, status = 200, wrong = false, ...shown }: Shown) {
  const { token, children } = shown;
  return renderPage(
    c,
    <Frame
      heading={heading}
      width="narrow"
      wrong={wrong}
      bare
      operator={c.get('services').config.operatorName}
      main={{ 'data-token': token }}
    >
      <div class="stack">{children}</div>
    </Frame>,
    { status, language: pageLanguage(c) },
  );
}

/** Shows the code form, for a page without a token or with an invalid one. */
function askForCode(c: Context<Env>, problem: string | null = null, status = 200) {
  // A failed request says nothing about the link.
  const isDead = problem !== null && status < 500 && status !== 429;
  const t = frameText(pageLanguage(c));
  const heading = t(isDead ? 'frame.opens_nothing' : 'frame.enter_code');
  return render(c, {
    heading,
    status,
    children: (
      <>
        <h1>{heading}</h1>
        {problem !== null && <Alert>{problem}</Alert>}
        <CodeForm action={path} id="offer" />
      </>
    ),
  });
}

function Facts({ offer, catalogue }: { offer: ProviderOffer; catalogue: Catalogue }) {
  const t = useText(offerCatalogue);
  const { language } = useContext(SiteContext);
  const shared = translator(language);
  const { run, job, thread } = offer;
  const work = offeredWork(job);
  const { distanceKm, expiresAt, state } = thread;
  const isOpen = state === 'offered';
  const labels = labelsIn(textsOf(catalogue, job.serviceKey), language);
  const service = labelFor(catalogue, job.serviceKey);
  const city = nearestMarketCity(catalogue, job)?.name ?? null;
  const facts: [string, Child | null][] = [
    [shared('mail.fact.question'), <bdi>{job.objective}</bdi>],
    [
      shared('mail.fact.work'),
      shared('mail.dispatch_offer.work', {
        photos: work.photoCount,
        questions: work.questionCount,
        minutes: work.estimatedMinutes,
      }),
    ],
    [shared('mail.fact.pay'), run.payText ? <bdi>{run.payText}</bdi> : null],
    [
      t('offer.service'),
      service === null ? null : <Label text={labels.service(service)} english={service} />,
    ],
    [shared('mail.fact.city'), city === null ? null : <bdi>{city}</bdi>],
    [
      shared('mail.fact.distance'),
      distanceKm === null ? null : metresText(distanceKm * 1000, language),
    ],
    [shared('mail.fact.accept_by'), isOpen && expiresAt ? <Time at={expiresAt} first /> : null],
  ];
  return (
    <>
      <dl class="facts">
        {facts.map(
          ([label, value]) =>
            value !== null && (
              <div>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {work.questions.length > 0 && (
        <section class="tight" aria-labelledby="asked">
          <h2 id="asked">{t('offer.questions')}</h2>
          <ul class="bullets">
            {work.questions.map(({ questionKey, label }) => (
              <li>
                <bdi>{labels.question(questionKey, 'label', label)}</bdi>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** Messages for the states in which an offer can no longer be accepted. */
const over: Partial<Record<ProviderOffer['thread']['state'], keyof OfferEnglish>> = {
  declined: 'offer.declined',
  // The resulting assignment ended; the link of an expired offer is rejected instead.
  expired: 'offer.gone',
  withdrawn: 'offer.gone',
  queued: 'offer.gone',
};

/** Returns the message why an offer can no longer be accepted; undefined while it is open or accepted. */
const overKey = ({ state, acceptedAt }: ProviderOffer['thread']): keyof OfferEnglish | undefined =>
  state === 'declined' && acceptedAt ? 'offer.released' : over[state];

/** Returns the message of an error of this page. */
function rejection(error: Parameters<typeof errorMessage>[0], language: Language): string {
  const t = createTranslator(offerCatalogue, language);
  const own = { offer_gone: t('offer.gone'), token_expired: t('offer.expired') };
  return errorMessage(error, own, language);
}

interface AnswerProps {
  thread: ProviderOffer['thread'];
  token: string;
  form: FormState;
  /** True if an alert already shows the state of the offer. */
  isShown: boolean;
}

function Answer({ thread, token, form, isShown }: AnswerProps) {
  const t = useText(offerCatalogue);
  if (thread.state === 'accepted') {
    return (
      <>
        {!isShown && <p role="status">{t('offer.yours_already')}</p>}
        <div class="actions">
          <ActionButton do="accept" action={path} token={token} button="button go large">
            {t('offer.again')}
          </ActionButton>
        </div>
      </>
    );
  }
  if (thread.state !== 'offered') {
    const ended = overKey(thread);
    if (isShown || !ended) return null;
    return (
      <div class="notice" role="status">
        <Icon name="none" />
        <p>{t(ended)}</p>
      </div>
    );
  }
  return (
    <>
      <p>{t('offer.others', { hours: taskHours })}</p>
      <div class="actions">
        <ActionButton do="accept" action={path} token={token} button="button go large">
          {t('offer.accept')}
        </ActionButton>
      </div>
      <details open={'reason' in form.errors}>
        <summary>{t('offer.decline')}</summary>
        <Form do="decline" action={path} token={token} class="form" label={t('offer.decline')}>
          <Field state={form} name="reason" label={t('offer.reason')} rows={2} />
          <div class="actions">
            <button type="submit" class="button">
              {t('offer.decline_now')}
            </button>
          </div>
        </Form>
      </details>
    </>
  );
}

/** The job is assigned: the link to it, for this verifier alone. */
function showAccepted(
  c: Context<Env>,
  { job, captureUrl, expiresAt }: AcceptedProviderOffer,
  token: string,
) {
  const t = createTranslator(offerCatalogue, pageLanguage(c));
  return render(c, {
    heading: t('offer.yours'),
    token,
    children: (
      <>
        <h1>{t('offer.yours')}</h1>
        <p class="lead">{t('offer.address_follows')}</p>
        <div class="actions">
          <a class="button go large" href={captureUrl}>
            {t('offer.go_on')}
          </a>
        </div>
        <Times place={job}>
          <p>
            {fill(t('offer.work_until', { time: '{time}' }), { time: <Time at={expiresAt} /> })}
          </p>
        </Times>
      </>
    ),
  });
}

/** Shows the current offer, with the error of a rejected action. */
async function showOffer(
  c: Context<Env>,
  token: string,
  rejected: PageError | null = null,
  typed: Record<string, string> = {},
) {
  const language = pageLanguage(c);
  const t = createTranslator(offerCatalogue, language);
  const answer = await runOperation(c, getProviderOffer, { token });
  if (!answer.ok) {
    const isCode = codeOf(answer) === 'token_invalid';
    const problem = isCode ? frameText(language)('frame.check_link') : rejection(answer, language);
    return askForCode(c, problem, answer.status);
  }
  const invalid = rejected !== null && isInvalid(rejected);
  const { state } = answer.result.thread;
  const isOver = Object.hasOwn(over, state);
  // An action is rejected because of the offer's new state.
  const stateKey = state === 'accepted' ? 'offer.yours_already' : overKey(answer.result.thread);
  const isShown = stateKey !== undefined && rejected !== null && codeOf(rejected) === 'offer_gone';
  const form = invalid
    ? rejectedForm('decline', typed, rejected, {}, language)
    : freshForm('decline', typed);
  return render(c, {
    heading: t('offer.heading'),
    status: rejected?.status ?? 200,
    wrong: invalid,
    token,
    children: (
      <>
        <div class="head">
          <h1>{t('offer.heading')}</h1>
          {!isOver && <p class="lead">{t('offer.lead')}</p>}
        </div>
        <Problem state={form} labels={{ reason: t('offer.reason') }} />
        {rejected && !invalid && (
          <Alert>{isShown ? t(stateKey) : rejection(rejected, language)}</Alert>
        )}
        {state !== 'declined' && (
          <Times place={answer.result.job}>
            <Facts offer={answer.result} catalogue={c.get('services').catalogue} />
          </Times>
        )}
        <Answer thread={answer.result.thread} token={token} form={form} isShown={isShown} />
      </>
    ),
  });
}

async function act(c: Context<Env>): Promise<Response> {
  const sent = await readForm(c);
  const token = sent['access_token']?.trim() ?? '';
  if (token === '') return askForCode(c, frameText(pageLanguage(c))('frame.check_link'), 401);
  switch (sent['do']) {
    case 'accept': {
      const answer = await runOperation(c, acceptProviderOffer, { token });
      return answer.ok ? showAccepted(c, answer.result, token) : showOffer(c, token, answer);
    }
    case 'decline': {
      const reason = sent['reason'] ?? '';
      const input = { reason: reason.trim() === '' ? null : reason };
      const answer = await runOperation(c, declineProviderOffer, { token, input });
      return answer.ok ? showOffer(c, token) : showOffer(c, token, answer, { reason });
    }
    default:
      return showOffer(c, token);
  }
}

/** Mounts the page behind the link of an offer; the token stays in the fragment. */
export function mountOffer(app: Hono<Env>): void {
  app.get(path, (c) => askForCode(c));
  app.post(path, (c) => act(c));
}
