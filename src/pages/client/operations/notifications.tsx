/** @jsxImportSource preact */
/// <reference lib="dom" />
import { useEffect, useState } from 'preact/hooks';
import { messages } from '../../messages/operations.en.js';
import { query } from '../console/api.js';
import { Act } from '../console/parts.js';
import { isOn, takesPush, turnOff, turnOn } from '../parts/push.js';

const subject = 'operations';
const createQuery = `mutation($input: CreateOperatorPushSubscriptionInput!) {
  createOperatorPushSubscription(input: $input) { createdAt }
}`;
const deleteQuery = `mutation($input: DeleteOperatorPushSubscriptionInput!) {
  deleteOperatorPushSubscription(input: $input) { removed }
}`;

/** Turns notifications of alerts and tickets in this browser on and off; nothing where the service sends none. */
export function Notifications({ apiKey }: { apiKey: string }) {
  const [publicKey, setPublicKey] = useState<string | null>(null);
  const [active, setActive] = useState(takesPush() && isOn(subject));
  const [text, setText] = useState('');
  useEffect(() => {
    if (!takesPush()) return;
    void query(apiKey, '{ pushKey { publicKey } }', {}).then((data) =>
      setPublicKey(data?.pushKey.publicKey ?? null),
    );
  }, [apiKey]);
  if (publicKey === null) return null;
  const send = async (mutation: string, input: object) =>
    (await query(apiKey, mutation, { input })) !== null;
  const on = async () => {
    const result = await turnOn(subject, publicKey, (browser) => send(createQuery, browser));
    setActive(result === 'on');
    setText(result === 'on' ? '' : messages.push[result]);
  };
  const off = async () => {
    const done = await turnOff(subject, (endpoint) => send(deleteQuery, { endpoint }));
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
