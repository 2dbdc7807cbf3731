/** @jsxImportSource preact */
/// <reference lib="dom" />
import { useEffect, useState } from 'preact/hooks';
import { messages } from '../../messages/operations.en.js';
import { query } from '../console/api.js';
import { Act } from '../console/parts.js';
import { graphql } from '../parts/graphql.js';
import { isOn, takesPush, turnOff, turnOn } from '../parts/push.js';

const subject = 'operations';
const createQuery = graphql(`mutation($input: CreateSiteCheckPushSubscriptionInput!) {
  createOperatorPushSubscription(input: $input) { createdAt }
}`);
const deleteQuery = graphql(`mutation($input: DeleteSiteCheckPushSubscriptionInput!) {
  deleteOperatorPushSubscription(input: $input) { removed }
}`);
const keyQuery = graphql('{ pushKey { publicKey } }');

/** Turns notifications of alerts and tickets in this browser on and off; nothing where the service sends none. */
export function Notifications({ apiKey }: { apiKey: string }) {
  const [publicKey, setPublicKey] = useState<string | null>(null);
  const [active, setActive] = useState(takesPush() && isOn(subject));
  const [text, setText] = useState('');
  useEffect(() => {
    if (!takesPush()) return;
    void query(apiKey, keyQuery, {}).then((data) => setPublicKey(data?.pushKey?.publicKey ?? null));
  }, [apiKey]);
  if (publicKey === null) return null;
  const on = async () => {
    const result = await turnOn(
      subject,
      publicKey,
      async (input) => (await query(apiKey, createQuery, { input })) !== null,
    );
    setActive(result === 'on');
    setText(result === 'on' ? '' : messages.push[result]);
  };
  const off = async () => {
    const done = await turnOff(
      subject,
      async (endpoint) => (await query(apiKey, deleteQuery, { input: { endpoint } })) !== null,
    );
    setActive(!done);
    setText(done ? '' : messages.push.failed);
  };
  return (
    <p class="line">
      <Act onAct={active ? off : on}>{active ? messages.push.off : messages.push.on}</Act>
      <span role="status" class="small">
        {text}
      </span>
    </p>
  );
}
