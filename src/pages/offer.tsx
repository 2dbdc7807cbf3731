import type { Context, Hono } from 'hono';
import type { Child } from 'hono/jsx';
import type { Env } from '../http/request.js';
import { type Catalogue, labelFor } from '../modules/catalogue/catalogue.js';
import { nearestMarketCity } from '../modules/catalogue/serviceability.js';
import {
  type AcceptedProviderOffer,
  acceptProviderOffer,
} from '../modules/dispatch/accept-provider-offer.js';
import { declineProviderOffer } from '../modules/dispatch/decline-provider-offer.js';
import { getProviderOffer } from '../modules/dispatch/get-provider-offer.js';
import type { ProviderOffer } from '../modules/dispatch/provider-offer.js';
import { ActionButton, Alert, CodeForm, Field, Form, Problem } from './frame/form.js';
import { type FormState, freshForm, isInvalid, refusedForm } from './frame/form-state.js';
import { Time } from './frame/format.js';
import { Frame, renderPage } from './frame/frame.js';
import { Icon } from './frame/icons.js';
import { readForm } from './frame/read-form.js';
import { codeOf, refusalWords } from './frame/refusal.js';
import { type PageError, runOperation } from './frame/run-operation.js';
import { metresText } from './frame/text.js';
import { words as frameWords } from './words/frame.en.js';
import { words } from './words/offer.en.js';

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

/** What the page asks for while it has no token, or one that opens nothing. */
function askForCode(c: Context<Env>, problem: string | null = null, status = 200) {
  // An answer that did not come says nothing of the link.
  const isDead = problem !== null && status < 500 && status !== 429;
  const heading = isDead ? frameWords.opensNothing : frameWords.enterCode;
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
  const { job, thread } = offer;
  const { distanceKm } = thread;
  const facts: [string, string | null][] = [
    [words.question, job.objective],
    [words.service, labelFor(catalogue, job.serviceKey)],
    [words.city, nearestMarketCity(catalogue, job)?.name ?? null],
    [words.distance, distanceKm === null ? null : metresText(distanceKm * 1000)],
  ];
  return (
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
  );
}

interface AnswerProps {
  thread: ProviderOffer['thread'];
  token: string;
  form: FormState;
  /** Whether an alert said already how the offer stands. */
  isSaid: boolean;
}

function Answer({ thread, token, form, isSaid }: AnswerProps) {
  if (thread.state === 'accepted') {
    return (
      <>
        {!isSaid && <p role="status">{words.yoursAlready}</p>}
        <div class="actions">
          <ActionButton do="accept" action={path} token={token} button="button go large">
            {words.again}
          </ActionButton>
        </div>
      </>
    );
  }
  if (thread.state !== 'offered') {
    if (isSaid) return null;
    return (
      <div class="notice" role="status">
        <Icon name="none" />
        <p>{words.over[thread.state]}</p>
      </div>
    );
  }
  return (
    <>
      <p>
        {words.holdsUntil} {thread.expiresAt && <Time at={thread.expiresAt} />}. {words.others}
      </p>
      <div class="actions">
        <ActionButton do="accept" action={path} token={token} button="button go large">
          {words.accept}
        </ActionButton>
      </div>
      <Form do="decline" action={path} token={token} class="form answers" label={words.decline}>
        <Field state={form} name="reason" label={words.reason} rows={2} />
        <div class="actions">
          <button type="submit" class="button">
            {words.decline}
          </button>
        </div>
      </Form>
    </>
  );
}

/** The job is assigned: the link to it, for this verifier alone. */
function showAccepted(
  c: Context<Env>,
  { captureUrl, expiresAt }: AcceptedProviderOffer,
  token: string,
) {
  return render(c, {
    heading: words.yours,
    token,
    children: (
      <>
        <h1>{words.yours}</h1>
        <p class="lead">{words.addressFollows}</p>
        <div class="actions">
          <a class="button go large" href={captureUrl}>
            {words.goOn}
          </a>
        </div>
        <p>
          {words.workUntil} <Time at={expiresAt} />.
        </p>
      </>
    ),
  });
}

/** The offer as it stands, with what came of an action that was refused. */
async function showOffer(
  c: Context<Env>,
  token: string,
  refusal: PageError | null = null,
  typed: Record<string, string> = {},
) {
  const answer = await runOperation(c, getProviderOffer, { token });
  if (!answer.ok) {
    const isCode = codeOf(answer) === 'token_invalid';
    const problem = isCode ? frameWords.checkLink : refusalWords(answer, words.refused);
    return askForCode(c, problem, answer.status);
  }
  const invalid = refusal !== null && isInvalid(refusal);
  const { state } = answer.result.thread;
  const over = Object.hasOwn(words.over, state);
  // What stands in the way of an action is what became of the offer meanwhile.
  const stands = state === 'accepted' ? words.yoursAlready : words.over[state];
  const isSaid = stands !== undefined && refusal !== null && codeOf(refusal) === 'offer_gone';
  const form = invalid ? refusedForm('decline', typed, refusal) : freshForm('decline', typed);
  return render(c, {
    heading: words.heading,
    status: refusal?.status ?? 200,
    wrong: invalid,
    token,
    children: (
      <>
        <div class="head">
          <h1>{words.heading}</h1>
          {!over && <p class="lead">{words.lead}</p>}
        </div>
        <Problem state={form} labels={{ reason: words.reason }} />
        {refusal && !invalid && (
          <Alert>{isSaid ? stands : refusalWords(refusal, words.refused)}</Alert>
        )}
        <Facts offer={answer.result} catalogue={c.get('services').catalogue} />
        <Answer thread={answer.result.thread} token={token} form={form} isSaid={isSaid} />
      </>
    ),
  });
}

async function act(c: Context<Env>): Promise<Response> {
  const sent = await readForm(c);
  const token = sent['access_token']?.trim() ?? '';
  if (token === '') return askForCode(c, frameWords.checkLink, 401);
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

/** Puts the page behind the link of an offer on the app; the token stays in the fragment. */
export function mountOffer(app: Hono<Env>): void {
  app.get(path, (c) => askForCode(c));
  app.post(path, (c) => act(c));
}
