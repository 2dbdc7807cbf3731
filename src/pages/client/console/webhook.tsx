/** @jsxImportSource preact */
/// <reference lib="dom" />
import { useEffect, useRef, useState } from 'preact/hooks';
import { momentText } from '../../frame/moment-text.js';
import { messages as common } from '../../messages/console.en.js';
import { deliveryStates, endpointStates, messages } from '../../messages/webhooks.en.js';
import type { Call, Json } from './api.js';
import { Act, Field, Form, NeedsScope, Time } from './parts.js';
import { Secret } from './secret.js';
import type { Session } from './session.js';
import { type Column, largePage, Table } from './table.js';
import { webhookCalls } from './webhook-calls.js';

const states = [['', common.allStates], ...Object.entries(deliveryStates)] as const;
const numberOr = (text = '') => (/^\d+$/.test(text.trim()) ? Number(text) : text.trim() || null);

function Facts({ endpoint }: { endpoint: Json }) {
  const { facts } = messages;
  const { event_types: types, next_secret_expires_at: until, failing_since: failing } = endpoint;
  return (
    <>
      <p class="line">
        <span class="badge">{endpointStates[endpoint.status] ?? endpoint.status}</span>
        {endpoint.description && <span>{endpoint.description}</span>}
        <code class="small soft">{endpoint.endpoint_id}</code>
      </p>
      {endpoint.status_reason && <p class="notice warn">{messages.why[endpoint.status_reason]}</p>}
      <dl class="facts">
        <div>
          <dt>{facts.types}</dt>
          <dd>{types.length > 0 ? types.join(', ') : messages.allTypes}</dd>
        </div>
        <div>
          <dt>{facts.secret}</dt>
          <dd>
            <code>{endpoint.secret_hint}</code>
          </dd>
        </div>
        {failing && (
          <div>
            <dt>{facts.failing}</dt>
            <dd>
              <Time at={failing} />
            </dd>
          </div>
        )}
      </dl>
      {until && <p class="soft">{messages.rotating(momentText(until, { now: new Date() }))}</p>}
    </>
  );
}

/** Describes the last attempt, and the next one if there will be one. */
function lastAttempt({ attempts, next_attempt_at: next }: Json, isServed: boolean): string {
  const last = attempts.at(-1);
  const came = last ? `${attempts.length} × ${last.status_code ?? last.error}` : '–';
  if (!next || !last || !isServed) return came;
  return `${came}. ${messages.nextAttempt(momentText(next, { now: new Date() }))}`;
}

interface DeliveriesProps {
  deliveries: Json[];
  /** True if the endpoint gets deliveries: neither paused nor disabled. */
  isServed: boolean;
  onReplay: (id: string) => Promise<unknown>;
  onLoadAll: (() => Promise<unknown>) | undefined;
}

function Deliveries({ deliveries, isServed, onReplay, onLoadAll }: DeliveriesProps) {
  const { event, state, attempts, created } = messages.delivery;
  const columns: readonly Column<Json>[] = [
    {
      name: event,
      text: (one) => `${one.event_type} ${one.seq}`,
      cell: (one) => (
        <>
          <code>{one.event_type}</code> <span class="soft small">{one.seq}</span>
        </>
      ),
    },
    { name: state, text: (one) => deliveryStates[one.status] ?? one.status },
    { name: attempts, text: (one) => lastAttempt(one, isServed) },
    { name: created, text: (one) => one.created_at, cell: (one) => <Time at={one.created_at} /> },
  ];
  return (
    <Table
      caption={messages.deliveries}
      columns={columns}
      rows={deliveries}
      keyOf={(one) => one.delivery_id}
      onLoadAll={onLoadAll}
      actions={{
        name: messages.replay,
        cell: (one) => (
          <Act label={messages.again(one.event_type)} onAct={() => onReplay(one.delivery_id)}>
            {messages.replay}
          </Act>
        ),
      }}
    />
  );
}

function Replay({ id, session }: { id: string; session: Session }) {
  const [queued, setQueued] = useState<number | null>(null);
  const replay = async (fields: Record<string, string>) => {
    const { after_seq, before_seq, only_failed } = fields;
    const made = await session.send(
      webhookCalls.replayEvents(
        id,
        numberOr(after_seq) ?? 0,
        numberOr(before_seq),
        only_failed === 'on',
      ),
    );
    setQueued(made.ok ? made.answer.queued : null);
    return made;
  };
  return (
    <div class="card">
      <h3>{messages.replay}</h3>
      <p class="soft">{messages.replayLead}</p>
      <Form label={messages.replay} onSend={replay}>
        <div class="pair">
          <Field label={messages.afterSeq} name="after_seq" value="0" />
          <Field label={messages.beforeSeq} name="before_seq" />
        </div>
        <label class="check">
          <input type="checkbox" name="only_failed" />
          {messages.onlyFailed}
        </label>
        <div class="actions">
          <button type="submit" class="button">
            {messages.replay}
          </button>
          <span role="status">{queued !== null && messages.queued(queued)}</span>
        </div>
      </Form>
    </div>
  );
}

/** An endpoint with its deliveries and all available actions. */
export function WebhookView({ session, id }: { session: Session; id: string }) {
  const [endpoint, setEndpoint] = useState<Json | null>(null);
  const [isRejected, setRejected] = useState(false);
  const [deliveries, setDeliveries] = useState<Json[] | null>(null);
  const [isListRejected, setListRejected] = useState(false);
  const [next, setNext] = useState<string | null>(null);
  const [status, setStatus] = useState('');
  const [secret, setSecret] = useState<string | null>(null);
  const chosen = useRef(status);
  chosen.current = status;
  const load = async (from: string | null, { all = false } = {}) => {
    const path = from && all ? largePage(from) : from;
    const made = await session.send(webhookCalls.listDeliveries(id, status, path));
    // Another state was selected in the meantime, whose response may have arrived first.
    if (chosen.current !== status) return;
    setListRejected(!made.ok);
    if (!made.ok) return;
    setDeliveries((before) => (from && before ? [...before, ...made.answer] : made.answer));
    setNext(made.next);
    if (all && made.next) await load(made.next, { all });
  };
  const read = async () => {
    const made = await session.send(webhookCalls.get(id));
    if (made.ok) setEndpoint(made.answer);
    setRejected(!made.ok);
  };
  const refresh = () => read().then(() => load(null));
  useEffect(() => void refresh(), [id, status]);
  const change = async (call: Call) => {
    const { ok, answer } = await session.send(call);
    if (!ok) return;
    const { secret: made, ...shown } = answer;
    setEndpoint(shown);
    if (made) setSecret(made);
  };
  const remove = async () => {
    if ((await session.send(webhookCalls.remove(id))).ok) location.hash = '#/webhooks';
  };
  const other = endpoint?.status === 'enabled' ? 'paused' : 'enabled';
  return (
    <>
      <h1 tabIndex={-1}>{endpoint?.url ?? (isRejected ? common.notShown : common.loading)}</h1>
      <p>
        <a href="#/webhooks">{messages.back}</a>
      </p>
      {endpoint && (
        <>
          <Facts endpoint={endpoint} />
          {secret && (
            <Secret
              secret={secret}
              key={secret}
              text={messages.secretOnce}
              copyName={messages.copySecret}
            />
          )}
          <section class="part" aria-labelledby="deliveries">
            <h2 id="deliveries">{messages.deliveries}</h2>
            <div class="bar">
              <Field
                label={common.state}
                name="status"
                value={status}
                options={states}
                onInput={setStatus}
              />
              <Act onAct={refresh}>{common.refresh}</Act>
            </div>
            {deliveries === null && (
              <p class="soft">{isListRejected ? common.notShown : common.loading}</p>
            )}
            {deliveries?.length === 0 && <p class="soft">{messages.noDeliveries}</p>}
            {deliveries && deliveries.length > 0 && (
              <Deliveries
                deliveries={deliveries}
                isServed={endpoint.status === 'enabled'}
                onReplay={(one) => session.send(webhookCalls.replayDelivery(one))}
                onLoadAll={next ? () => load(next, { all: true }) : undefined}
              />
            )}
            {next && (
              <p class="actions">
                <Act onAct={() => load(next)}>{common.more}</Act>
              </p>
            )}
          </section>
          <section class="part" aria-labelledby="actions">
            <h2 id="actions">{messages.actions}</h2>
            <NeedsScope scope="webhooks:write" scopes={session.scopes} />
            <div class="actions">
              <Act onAct={() => session.send(webhookCalls.test(id))}>{messages.test}</Act>
              <Act onAct={() => change(webhookCalls.setStatus(id, other))}>
                {other === 'paused' ? messages.pause : messages.enable}
              </Act>
              <Act onAct={() => change(webhookCalls.rotate(id))}>{messages.rotate}</Act>
            </div>
            <details>
              <summary>{messages.remove}</summary>
              <p class="soft">{messages.removeText}</p>
              <div class="actions">
                <Act look="button bad" onAct={remove}>
                  {messages.removeNow}
                </Act>
              </div>
            </details>
            <div class="cards">
              <Replay id={id} session={session} />
            </div>
          </section>
        </>
      )}
    </>
  );
}
