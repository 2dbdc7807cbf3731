/** @jsxImportSource preact */
/// <reference lib="dom" />
import { useEffect, useState } from 'preact/hooks';
import { messages as common } from '../../messages/console.en.js';
import { endpointStates, messages } from '../../messages/webhooks.en.js';
import type { Json } from './api.js';
import { Checklist, checkedIn } from './checklist.js';
import { pageData } from './page-data.js';
import { Field, Form, NeedsScope, Time } from './parts.js';
import { Receiver } from './receiver.js';
import { Secret } from './secret.js';
import type { Session } from './session.js';
import { type Column, Table } from './table.js';
import { WebhookView } from './webhook.js';
import { webhookCalls } from './webhook-calls.js';

/** Event types by domain. */
function eventGroups() {
  const groups = new Map<string, string[]>();
  for (const type of pageData('eventTypes')) {
    const [domain = ''] = type.split('.');
    groups.set(domain, [...(groups.get(domain) ?? []), type]);
  }
  return [...groups].map(([domain, options]) => ({
    heading: domain.replaceAll('_', ' '),
    options,
  }));
}

function NewEndpoint({ session, onMade }: { session: Session; onMade: () => Promise<void> }) {
  const [secret, setSecret] = useState<string | null>(null);
  const create = async (fields: Record<string, string>) => {
    const { url = '', description = '' } = fields;
    const types = checkedIn(fields, 'event', pageData('eventTypes'));
    const made = await session.send(webhookCalls.create(url, description, types));
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
      {secret && (
        <Secret
          secret={secret}
          key={secret}
          text={messages.secretOnce}
          copyName={messages.copySecret}
        />
      )}
      <Form label={messages.newEndpoint} onSend={create}>
        <Field label={messages.url} name="url" hint={messages.urlHint} />
        <Field label={messages.description} name="description" />
        <Checklist
          name="event"
          legend={messages.eventTypes}
          hint={messages.eventTypesHint}
          groups={eventGroups()}
        />
        <div class="actions">
          <button type="submit" class="button go">
            {messages.create}
          </button>
        </div>
      </Form>
    </section>
  );
}

const { url, state, lastSuccess } = messages.columns;

const columns: readonly Column<Json>[] = [
  {
    name: url,
    text: (one) => one.url,
    cell: (one) => <a href={`#/webhooks/${one.endpoint_id}`}>{one.url}</a>,
  },
  { name: state, text: (one) => endpointStates[one.status] ?? one.status },
  {
    name: lastSuccess,
    text: (one) => one.last_success_at ?? '',
    cell: (one) => (one.last_success_at ? <Time at={one.last_success_at} /> : messages.never),
  },
];

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
      {endpoints && endpoints.length > 0 && (
        <Table
          caption={messages.title}
          columns={columns}
          rows={endpoints}
          keyOf={(one) => one.endpoint_id}
        />
      )}
      <NewEndpoint session={session} onMade={reload} />
      <Receiver />
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
