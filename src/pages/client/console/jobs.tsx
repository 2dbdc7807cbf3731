/** @jsxImportSource preact */
/// <reference lib="dom" />
import { useEffect, useRef, useState } from 'preact/hooks';
import { jobStates, messages } from '../../messages/console.en.js';
import type { Json } from './api.js';
import { calls } from './calls.js';
import { Act, Field, Time } from './parts.js';
import type { Session } from './session.js';

const states = [['', messages.allStates], ...Object.entries(jobStates)] as const;

export function Jobs({ session }: { session: Session }) {
  const [status, setStatus] = useState('');
  const [jobs, setJobs] = useState<Json[] | null>(null);
  const [next, setNext] = useState<string | null>(null);
  const [isRejected, setRejected] = useState(false);
  const chosen = useRef(status);
  chosen.current = status;
  const load = async (from: string | null) => {
    const made = await session.send(calls.listJobs(status, from));
    // Another state was selected in the meantime, whose response may have arrived first.
    if (chosen.current !== status) return;
    setRejected(!made.ok);
    if (!made.ok) return;
    setJobs((before) => (from && before ? [...before, ...made.answer] : made.answer));
    setNext(made.next);
  };
  useEffect(() => void load(null), [status]);
  const { columns } = messages;
  return (
    <>
      <h1 tabIndex={-1}>{messages.jobs}</h1>
      <div class="bar">
        <Field
          label={messages.state}
          name="state"
          value={status}
          options={states}
          onInput={setStatus}
        />
        <Act onAct={() => load(null)}>{messages.refresh}</Act>
        <button
          type="button"
          class="button go"
          onClick={() => {
            location.hash = '#/new';
          }}
        >
          {messages.newJob}
        </button>
      </div>
      {jobs?.length === 0 && <p class="soft">{messages.noJobs}</p>}
      {jobs === null && <p class="soft">{isRejected ? messages.notShown : messages.loading}</p>}
      {jobs && jobs.length > 0 && (
        <div class="wide">
          <table class="list">
            <caption class="away">{messages.jobs}</caption>
            <thead>
              <tr>
                <th scope="col">{columns.objective}</th>
                <th scope="col">{columns.state}</th>
                <th scope="col">{columns.place}</th>
                <th scope="col">{columns.created}</th>
              </tr>
            </thead>
            <tbody>
              {jobs.map((job) => (
                <tr key={job.job_id}>
                  <th scope="row">
                    <a href={`#/jobs/${job.job_id}`}>{job.objective}</a>
                  </th>
                  <td data-label={columns.state}>{jobStates[job.status] ?? job.status}</td>
                  <td data-label={columns.place}>{job.address}</td>
                  <td data-label={columns.created}>
                    <Time at={job.created_at} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {next && (
        <p class="actions">
          <Act onAct={() => load(next)}>{messages.more}</Act>
        </p>
      )}
    </>
  );
}
