/** @jsxImportSource preact */
/// <reference lib="dom" />
import { useEffect, useState } from 'preact/hooks';
import { messages as common } from '../../messages/console.en.js';
import { endpointStates, messages } from '../../messages/webhooks.en.js';
import type { Json } from './api.js';
import { Field, Form, NeedsScope, Time } from './parts.js';
import type { Session } from './session.js';
import { WebhookView } from './webhook.js';
import { webhookCalls } from './webhook-calls.js';
import { Secret } from './webhook-secret.js';

const listOf = (text = '') =>
  text
    .split(',')
    .map((type) => type.trim())
    .filter(Boolean);

function NewEndpoint({ session, onMade }: { session: Session; onMade: () => Promise<void> }) {
  const [secret, setSecret] = useState<string | null>(null);
  const create = async (fields: Record<string, string>) => {
    const { url = '', description = '', event_types } = fields;
    const made = await session.send(webhookCalls.create(url, description, listOf(event_types)));
    if (made.ok) {
      setSecret(made.answer.secret);
      await onMade();
    }
    return made;
  };
  return (
    <section class="part" aria-labelledby="new-endpoint">
      <h2 id="new-endpoint">{messages.newEndpoint}</h2>
      <NeedsScope scope="webhooks:write" scopes={session.scopes} />
      {secret && <Secret secret={secret} key={secret} />}
      <Form label={messages.newEndpoint} onSend={create}>
        <Field label={messages.url} name="url" hint={messages.urlHint} />
        <Field label={messages.description} name="description" />
        <Field label={messages.eventTypes} name="event_types" hint={messages.eventTypesHint} />
        <div class="actions">
          <button type="submit" class="button go">
            {messages.create}
          </button>
        </div>
      </Form>
    </section>
  );
}

function Endpoints({ endpoints }: { endpoints: Json[] }) {
  const { columns } = messages;
  return (
    <div class="wide">
      <table class="list">
        <caption class="away">{messages.title}</caption>
        <thead>
          <tr>
            {Object.values(columns).map((name) => (
              <th scope="col" key={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {endpoints.map((one) => (
            <tr key={one.endpoint_id}>
              <th scope="row">
                <a href={`#/webhooks/${one.endpoint_id}`}>{one.url}</a>
              </th>
              <td data-label={columns.state}>{endpointStates[one.status] ?? one.status}</td>
              <td data-label={columns.lastSuccess}>
                {one.last_success_at ? <Time at={one.last_success_at} /> : messages.never}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function List({ session }: { session: Session }) {
  const [endpoints, setEndpoints] = useState<Json[] | null>(null);
  const [isRejected, setRejected] = useState(false);
  const load = async () => {
    const made = await session.send(webhookCalls.list());
    setRejected(!made.ok);
    if (made.ok) setEndpoints(made.answer);
  };
  // After creating an endpoint, its response stays visible as the last request.
  const reload = async () => {
    const response = await fetch(webhookCalls.list().path, {
      headers: { 'X-API-Key': session.key },
    });
    if (response.ok) setEndpoints(await response.json());
  };
  useEffect(() => void load(), []);
  return (
    <>
      <h1 tabIndex={-1}>{messages.title}</h1>
      <p class="lead">{messages.lead}</p>
      {endpoints === null && <p class="soft">{isRejected ? common.notShown : common.loading}</p>}
      {endpoints?.length === 0 && <p class="soft">{messages.none}</p>}
      {endpoints && endpoints.length > 0 && <Endpoints endpoints={endpoints} />}
      <NewEndpoint session={session} onMade={reload} />
    </>
  );
}

/** All endpoints, or one of them. */
export function Webhooks({ session, id }: { session: Session; id: string | null }) {
  return id === null ? (
    <List session={session} />
  ) : (
    <WebhookView session={session} id={id} key={id} />
  );
}
