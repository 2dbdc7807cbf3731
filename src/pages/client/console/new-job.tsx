/** @jsxImportSource preact */
/// <reference lib="dom" />
import { useEffect, useState } from 'preact/hooks';
import { messages } from '../../messages/console.en.js';
import type { Json } from './api.js';
import { calls } from './calls.js';
import { Field, Form, NeedsScope, Tabs } from './parts.js';
import { readServices, type Services } from './services.js';
import type { Session } from './session.js';
import { jobOf } from './typed-job.js';

const freshNonce = () => `console-${[...crypto.getRandomValues(new Uint32Array(2))].join('-')}`;

const bodyOf = (fields: Record<string, string>): Json => ({
  ...jobOf(fields),
  nonce: fields['nonce'] ?? '',
});

/** Shown as an example in the empty fields: a prefilled job would be created by one click. */
const sample = {
  objective: 'Is the shop open?',
  address: 'Alexanderplatz 1, 10178 Berlin',
  latitude: '52.5219',
  longitude: '13.4132',
  notes: 'The entrance is on the square.',
};

const CreateButton = () => (
  <div class="actions">
    <button type="submit" class="button go">
      {messages.createJob}
    </button>
  </div>
);

export function NewJob({ session }: { session: Session }) {
  const [tab, setTab] = useState('form');
  const [nonce, setNonce] = useState(freshNonce);
  const [services, setServices] = useState<Services>([]);
  useEffect(() => void readServices().then(setServices), []);
  const create = async (body: Json) => {
    const made = await session.send(calls.createJob(body));
    if (made.ok) {
      setNonce(freshNonce());
      location.hash = `#/jobs/${made.answer.job_id}`;
    }
    return made;
  };
  const json = JSON.stringify(bodyOf({ ...sample, nonce, auto_open: 'on' }), null, 2);
  return (
    <>
      <h1 tabIndex={-1}>{messages.newJob}</h1>
      <p>
        <a href="#/">{messages.backToJobs}</a>
      </p>
      <NeedsScope scope="jobs:write" scopes={session.scopes} />
      <Tabs
        label={messages.howToWrite}
        tabs={[
          ['form', messages.form],
          ['json', messages.json],
        ]}
        chosen={tab}
        onChoose={setTab}
      >
        {/* The other tab keeps its text and its errors. */}
        <div hidden={tab !== 'json'}>
          <Form label={messages.newJob} onSend={(fields) => create(fields['json'] ?? '')}>
            <Field label={messages.jsonBody} name="json" placeholder={json} rows={14} mono />
            <CreateButton />
          </Form>
        </div>
        <div hidden={tab !== 'form'}>
          <Form label={messages.newJob} onSend={(fields) => create(bodyOf(fields))}>
            <Field
              label={messages.service}
              name="service_key"
              options={[['', messages.noService], ...services]}
            />
            <Field label={messages.objective} name="objective" placeholder={sample.objective} />
            <Field label={messages.address} name="address" placeholder={sample.address} />
            <div class="pair">
              <Field
                label={messages.latitude}
                name="latitude"
                placeholder={sample.latitude}
                inputMode="decimal"
              />
              <Field
                label={messages.longitude}
                name="longitude"
                placeholder={sample.longitude}
                inputMode="decimal"
              />
            </div>
            <Field label={messages.notes} name="notes" placeholder={sample.notes} rows={2} />
            <Field label={messages.nonce} name="nonce" value={nonce} key={nonce} />
            <label class="check">
              <input type="checkbox" name="auto_open" defaultChecked />
              {messages.openAtOnce}
            </label>
            <CreateButton />
          </Form>
        </div>
      </Tabs>
    </>
  );
}
