import type { Context, Hono } from 'hono';
import type { Child } from 'hono/jsx';
import type { Env } from '../http/request.js';
import { type Catalogue, labelFor } from '../modules/catalogue/catalogue.js';
import { nearestMarketCity } from '../modules/catalogue/serviceability.js';
import {
  type AcceptedProviderOffer,
  acceptProviderOffer,
  taskHours,
} from '../modules/dispatch/accept-provider-offer.js';
import { declineProviderOffer } from '../modules/dispatch/decline-provider-offer.js';
import { getProviderOffer } from '../modules/dispatch/get-provider-offer.js';
import { offeredWork, workText } from '../modules/dispatch/offered-work.js';
import type { ProviderOffer } from '../modules/dispatch/provider-offer.js';
import { codeOf, errorMessage } from './frame/error-message.js';
import { ActionButton, Alert, CodeForm, Field, Form, Problem } from './frame/form.js';
import { type FormState, freshForm, isInvalid, rejectedForm } from './frame/form-state.js';
import { Time, Times } from './frame/format.js';
import { Frame, renderPage } from './frame/frame.js';
import { Icon } from './frame/icons.js';
import { readForm } from './frame/read-form.js';
import { type PageError, runOperation } from './frame/run-operation.js';
import { metresText } from './frame/text.js';
import { messages as frameMessages } from './messages/frame.en.js';
import { messages } from './messages/offer.en.js';

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
    { status },
  );
}

/** Shows the code form, for a page without a token or with an invalid one. */
function askForCode(c: Context<Env>, problem: string | null = null, status = 200) {
  // A failed request says nothing about the link.
  const isDead = problem !== null && status < 500 && status !== 429;
  const heading = isDead ? frameMessages.opensNothing : frameMessages.enterCode;
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
  const { run, job, thread } = offer;
  const work = offeredWork(job);
  const { distanceKm, expiresAt, state } = thread;
  const isOpen = state === 'offered';
  const facts: [string, Child | null][] = [
    [messages.question, job.objective],
    [messages.work, workText(work)],
    [messages.pay, run.payText ?? null],
    [messages.service, labelFor(catalogue, job.serviceKey)],
    [messages.city, nearestMarketCity(catalogue, job)?.name ?? null],
    [messages.distance, distanceKm === null ? null : metresText(distanceKm * 1000)],
    [messages.acceptBy, isOpen && expiresAt ? <Time at={expiresAt} first /> : null],
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
          <h2 id="asked">{messages.questions}</h2>
          <ul class="bullets">
            {work.questions.map((question) => (
              <li>{question}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** Returns why an offer can no longer be accepted; undefined while it is open or accepted. */
const overText = ({ state, acceptedAt }: ProviderOffer['thread']): string | undefined =>
  state === 'declined' && acceptedAt ? messages.released : messages.over[state];

interface AnswerProps {
  thread: ProviderOffer['thread'];
  token: string;
  form: FormState;
  /** True if an alert already shows the state of the offer. */
  isShown: boolean;
}

function Answer({ thread, token, form, isShown }: AnswerProps) {
  if (thread.state === 'accepted') {
    return (
      <>
        {!isShown && <p role="status">{messages.yoursAlready}</p>}
        <div class="actions">
          <ActionButton do="accept" action={path} token={token} button="button go large">
            {messages.again}
          </ActionButton>
        </div>
      </>
    );
  }
  if (thread.state !== 'offered') {
    if (isShown) return null;
    return (
      <div class="notice" role="status">
        <Icon name="none" />
        <p>{overText(thread)}</p>
      </div>
    );
  }
  return (
    <>
      <p>{messages.others(taskHours)}</p>
      <div class="actions">
        <ActionButton do="accept" action={path} token={token} button="button go large">
          {messages.accept}
        </ActionButton>
      </div>
      <details open={'reason' in form.errors}>
        <summary>{messages.decline}</summary>
        <Form do="decline" action={path} token={token} class="form" label={messages.decline}>
          <Field state={form} name="reason" label={messages.reason} rows={2} />
          <div class="actions">
            <button type="submit" class="button">
              {messages.declineNow}
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
  return render(c, {
    heading: messages.yours,
    token,
    children: (
      <>
        <h1>{messages.yours}</h1>
        <p class="lead">{messages.addressFollows}</p>
        <div class="actions">
          <a class="button go large" href={captureUrl}>
            {messages.goOn}
          </a>
        </div>
        <Times place={job}>
          <p>
            {messages.workUntil} <Time at={expiresAt} />.
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
  rejection: PageError | null = null,
  typed: Record<string, string> = {},
) {
  const answer = await runOperation(c, getProviderOffer, { token });
  if (!answer.ok) {
    const isCode = codeOf(answer) === 'token_invalid';
    const problem = isCode ? frameMessages.checkLink : errorMessage(answer, messages.rejected);
    return askForCode(c, problem, answer.status);
  }
  const invalid = rejection !== null && isInvalid(rejection);
  const { state } = answer.result.thread;
  const over = Object.hasOwn(messages.over, state);
  // An action is rejected because of the offer's new state.
  const stateText = state === 'accepted' ? messages.yoursAlready : overText(answer.result.thread);
  const isShown =
    stateText !== undefined && rejection !== null && codeOf(rejection) === 'offer_gone';
  const form = invalid ? rejectedForm('decline', typed, rejection) : freshForm('decline', typed);
  return render(c, {
    heading: messages.heading,
    status: rejection?.status ?? 200,
    wrong: invalid,
    token,
    children: (
      <>
        <div class="head">
          <h1>{messages.heading}</h1>
          {!over && <p class="lead">{messages.lead}</p>}
        </div>
        <Problem state={form} labels={{ reason: messages.reason }} />
        {rejection && !invalid && (
          <Alert>{isShown ? stateText : errorMessage(rejection, messages.rejected)}</Alert>
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
  if (token === '') return askForCode(c, frameMessages.checkLink, 401);
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
