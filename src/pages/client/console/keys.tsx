/** @jsxImportSource preact */
/// <reference lib="dom" />
import { useEffect, useState } from 'preact/hooks';
import { messages as common } from '../../messages/console.en.js';
import { messages } from '../../messages/keys.en.js';
import { ask, type Json } from './api.js';
import { Checklist, checkedIn } from './checklist.js';
import { keyCalls } from './key-calls.js';
import { pageData } from './page-data.js';
import { Act, Field, Form, NeedsScope, Time } from './parts.js';
import { Secret } from './secret.js';
import { type Session, scopeText } from './session.js';
import { type Column, Table } from './table.js';

const { key, mode, scopes, lastUsed, state } = messages.columns;

const columnsOf = (usedId: string): readonly Column<Json>[] => [
  {
    name: key,
    text: (one) => `${one.label} ${one.prefix}`,
    cell: (one) => (
      <>
        {one.label} <code class="small soft">{one.prefix && `${one.prefix}…`}</code>
        {one.id === usedId && <span class="soft small"> {messages.inUse}</span>}
      </>
    ),
  },
  {
    name: mode,
    text: (one) => messages.modes[one.mode] ?? one.mode,
    cell: (one) => (
      <span class={one.mode === 'LIVE' ? 'badge warn' : 'badge'}>{messages.modes[one.mode]}</span>
    ),
  },
  { name: scopes, text: (one) => one.scopes.map(scopeText).join(', ') },
  {
    name: lastUsed,
    text: (one) => one.lastUsedAt ?? '',
    cell: (one) => (one.lastUsedAt ? <Time at={one.lastUsedAt} /> : messages.never),
  },
  { name: state, text: (one) => (one.revokedAt ? messages.revoked : messages.valid) },
];

function Revoke({ one, onRevoke }: { one: Json; onRevoke: () => Promise<unknown> }) {
  if (one.revokedAt) return null;
  return (
    <details>
      <summary aria-label={messages.revokeKey(one.label)}>{messages.revoke}</summary>
      <p class="soft small">{messages.revokeText}</p>
      <Act look="button bad" label={messages.revokeKey(one.label)} onAct={onRevoke}>
        {messages.revokeNow}
      </Act>
    </details>
  );
}

interface NewKeyProps {
  session: Session;
  integrator: string;
  onMade: (integrator: string) => Promise<void>;
}

function NewKey({ session, integrator, onMade }: NewKeyProps) {
  const [secret, setSecret] = useState<string | null>(null);
  const [chosen, setChosen] = useState<string>('test');
  const grantable = pageData('scopes').filter(
    (scope) => chosen === 'live' || !pageData('liveScopes').includes(scope),
  );
  const create = async (fields: Record<string, string>) => {
    const owner = fields['integrator']?.trim() ?? '';
    const made = await session.send(
      keyCalls.create({
        integrator: owner,
        label: fields['label']?.trim() ?? '',
        mode: chosen,
        scopes: checkedIn(fields, 'scope', grantable),
      }),
    );
    if (made.ok) {
      setSecret(made.answer.data.createApiKey.secret);
      await onMade(owner);
    }
    return made;
  };
  return (
    <section class="part" aria-labelledby="new-key">
      <h2 id="new-key">{messages.newKey}</h2>
      <NeedsScope scope="operator" scopes={session.scopes} />
      {secret && (
        <Secret
          secret={secret}
          key={secret}
          text={messages.secretOnce}
          copyName={messages.copySecret}
        />
      )}
      <Form label={messages.newKey} onSend={create}>
        <div class="pair">
          <Field label={messages.integrator} name="integrator" value={integrator} />
          <Field label={messages.label} name="label" placeholder={messages.labelPlaceholder} />
        </div>
        <Field
          label={messages.mode}
          name="mode"
          value={chosen}
          options={messages.modeOptions}
          onInput={setChosen}
        />
        <Checklist
          name="scope"
          legend={messages.scopes}
          hint={messages.scopesHint}
          groups={[{ options: grantable }]}
          about={messages.scopeTexts}
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

/** The keys of an integrator and of its sandbox, and a form for new ones. */
export function Keys({ session }: { session: Session }) {
  const [integrator, setIntegrator] = useState(session.integrator);
  const [keys, setKeys] = useState<Json[] | null>(null);
  const [isRejected, setRejected] = useState(false);
  const load = async (name: string) => {
    const made = await session.send(keyCalls.list(name));
    setRejected(!made.ok);
    if (!made.ok) return made;
    setIntegrator(name);
    setKeys(made.answer.data.apiKeys);
    return made;
  };
  // After a change, its response stays visible as the last request.
  const reload = async (name: string) => {
    const { query, variables } = keyCalls.list(name).graphql;
    const { answer } = await ask(session.key, query, variables);
    if (!answer?.data?.apiKeys) return;
    setIntegrator(name);
    setKeys(answer.data.apiKeys);
  };
  useEffect(() => void load(session.integrator), []);
  const revoke = async (id: string) => {
    const made = await session.send(keyCalls.revoke(id));
    if (made.ok) await reload(integrator);
  };
  return (
    <>
      <h1 tabIndex={-1}>{messages.title}</h1>
      <p class="lead">{messages.lead}</p>
      <Form
        label={messages.show}
        onSend={({ integrator: name = '' }) => load(name.trim() || session.integrator)}
      >
        <div class="bar">
          <Field
            label={messages.integrator}
            name="integrator"
            value={integrator}
            hint={messages.integratorHint}
          />
          <button type="submit" class="button">
            {messages.show}
          </button>
        </div>
      </Form>
      {keys === null && <p class="soft">{isRejected ? common.notShown : common.loading}</p>}
      {keys?.length === 0 && <p class="soft">{messages.none}</p>}
      {keys && keys.length > 0 && (
        <Table
          caption={messages.ofIntegrator(integrator)}
          columns={columnsOf(session.keyId)}
          rows={keys}
          keyOf={(one) => one.id}
          actions={{
            name: messages.revoke,
            cell: (one) => <Revoke one={one} onRevoke={() => revoke(one.id)} />,
          }}
        />
      )}
      <NewKey session={session} integrator={integrator} onMade={reload} />
    </>
  );
}
