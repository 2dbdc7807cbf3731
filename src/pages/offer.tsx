import type { Context, Hono } from 'hono';
import type { Child } from 'hono/jsx';
import { jsonBodyBytesMax, readBody } from '../http/body.js';
import type { Env } from '../http/request.js';
import { codeOf, errorMessage } from './frame/error-message.js';
import { ActionButton, Alert, CodeForm, Field, Form, Problem } from './frame/form.js';
import { type FormState, freshForm, isInvalid, rejectedForm } from './frame/form-state.js';
import { Time } from './frame/format.js';
import { Frame, renderPage } from './frame/frame.js';
import { Icon } from './frame/icons.js';
import { type PageAnswer, pageRequest } from './frame/page-request.js';
import { metresText } from './frame/text.js';
import { messages as frameMessages } from './messages/frame.en.js';
import { messages } from './messages/offer.en.js';

const path = '/offer';

interface Offer {
  objective: string;
  service_label: string | null;
  city: string | null;
  distance_km: number | null;
  expires_at: string;
  state: string;
}

interface Accepted {
  capture_url: string;
  expires_at: string;
}

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

function Facts({ offer }: { offer: Offer }) {
  const { objective, service_label, city, distance_km } = offer;
  const facts: [string, string | null][] = [
    [messages.question, objective],
    [messages.service, service_label],
    [messages.city, city],
    [messages.distance, distance_km === null ? null : metresText(distance_km * 1000)],
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
  offer: Offer;
  token: string;
  form: FormState;
  /** True if an alert already shows the state of the offer. */
  isShown: boolean;
}

function Answer({ offer, token, form, isShown }: AnswerProps) {
  if (offer.state === 'accepted') {
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
  if (offer.state !== 'offered') {
    if (isShown) return null;
    return (
      <div class="notice" role="status">
        <Icon name="none" />
        <p>{messages.over[offer.state]}</p>
      </div>
    );
  }
  return (
    <>
      <p>
        {messages.holdsUntil} <Time at={offer.expires_at} />. {messages.others}
      </p>
      <div class="actions">
        <ActionButton do="accept" action={path} token={token} button="button go large">
          {messages.accept}
        </ActionButton>
      </div>
      <Form do="decline" action={path} token={token} class="form answers" label={messages.decline}>
        <Field state={form} name="reason" label={messages.reason} rows={2} />
        <div class="actions">
          <button type="submit" class="button">
            {messages.decline}
          </button>
        </div>
      </Form>
    </>
  );
}

/** Shows the link to the assigned job, for this verifier only. */
function showAccepted(c: Context<Env>, { capture_url, expires_at }: Accepted, token: string) {
  return render(c, {
    heading: messages.yours,
    token,
    children: (
      <>
        <h1>{messages.yours}</h1>
        <p class="lead">{messages.addressFollows}</p>
        <div class="actions">
          <a class="button go large" href={capture_url}>
            {messages.goOn}
          </a>
        </div>
        <p>
          {messages.workUntil} <Time at={expires_at} />.
        </p>
      </>
    ),
  });
}

/** Shows the current offer, with the error of a rejected action. */
async function showOffer(
  app: Hono<Env>,
  c: Context<Env>,
  token: string,
  rejection: PageAnswer | null = null,
  typed: Record<string, string> = {},
) {
  const answer = await pageRequest<Offer>(app, c, { path: '/v1/provider/offer', token });
  if (!answer.ok) {
    const isCode = codeOf(answer) === 'token_invalid';
    const problem = isCode ? frameMessages.checkLink : errorMessage(answer, messages.rejected);
    return askForCode(c, problem, answer.status);
  }
  const invalid = rejection !== null && isInvalid(rejection);
  const { state } = answer.body;
  const over = Object.hasOwn(messages.over, state);
  // An action is rejected because of the offer's new state.
  const stateText = state === 'accepted' ? messages.yoursAlready : messages.over[state];
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
        <Facts offer={answer.body} />
        <Answer offer={answer.body} token={token} form={form} isShown={isShown} />
      </>
    ),
  });
}

async function act(app: Hono<Env>, c: Context<Env>): Promise<Response> {
  const sent = new URLSearchParams(
    Buffer.from(await readBody(c.req.raw, jsonBodyBytesMax)).toString('utf8'),
  );
  const token = sent.get('access_token')?.trim() ?? '';
  if (token === '') return askForCode(c, frameMessages.checkLink, 401);
  const call = <T,>(action: string, body?: object) =>
    pageRequest<T>(app, c, { method: 'POST', path: `/v1/provider/offer/${action}`, body, token });
  switch (sent.get('do')) {
    case 'accept': {
      const answer = await call<Accepted>('accept');
      return answer.ok ? showAccepted(c, answer.body, token) : showOffer(app, c, token, answer);
    }
    case 'decline': {
      const reason = sent.get('reason') ?? '';
      const answer = await call('decline', { reason: reason.trim() === '' ? null : reason });
      return showOffer(app, c, token, answer.ok ? null : answer, answer.ok ? {} : { reason });
    }
    default:
      return showOffer(app, c, token);
  }
}

/** Mounts the page behind the link of an offer; the token stays in the fragment. */
export function mountOffer(app: Hono<Env>): void {
  app.get(path, (c) => askForCode(c));
  app.post(path, (c) => act(app, c));
}
