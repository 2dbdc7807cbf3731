/** @jsxImportSource preact */
/// <reference lib="dom" />
import { useEffect, useRef, useState } from 'preact/hooks';
import { jobStates, messages } from '../../messages/console.en.js';
import type { Json } from './api.js';
import { calls } from './calls.js';
import { Act, Field, Time } from './parts.js';
import type { Session } from './session.js';
import { type Column, largePage, Table } from './table.js';

const states = [['', messages.allStates], ...Object.entries(jobStates)] as const;

const { objective, state, place, created } = messages.columns;

const columns: readonly Column<Json>[] = [
  {
    name: objective,
    text: (job) => job.objective,
    cell: (job) => <a href={`#/jobs/${job.job_id}`}>{job.objective}</a>,
  },
  { name: state, text: (job) => jobStates[job.status] ?? job.status },
  { name: place, text: (job) => job.address },
  { name: created, text: (job) => job.created_at, cell: (job) => <Time at={job.created_at} /> },
];

export function Jobs({ session }: { session: Session }) {
  const [status, setStatus] = useState('');
  const [jobs, setJobs] = useState<Json[] | null>(null);
  const [next, setNext] = useState<string | null>(null);
  const [isRejected, setRejected] = useState(false);
  const chosen = useRef(status);
  chosen.current = status;
  const load = async (from: string | null, { all = false } = {}) => {
    const path = from && all ? largePage(from) : from;
    const made = await session.send(calls.listJobs(status, path));
    // Another state was selected in the meantime, whose response may have arrived first.
    if (chosen.current !== status) return;
    setRejected(!made.ok);
    if (!made.ok) return;
    setJobs((before) => (from && before ? [...before, ...made.answer] : made.answer));
    setNext(made.next);
    if (all && made.next) await load(made.next, { all });
  };
  useEffect(() => void load(null), [status]);
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
        <button
          type="button"
          class="button"
          onClick={() => {
            location.hash = '#/import';
          }}
        >
          {messages.importJobs}
        </button>
      </div>
      {jobs?.length === 0 && <p class="soft">{messages.noJobs}</p>}
      {jobs === null && <p class="soft">{isRejected ? messages.notShown : messages.loading}</p>}
      {jobs && jobs.length > 0 && (
        <Table
          caption={messages.jobs}
          columns={columns}
          rows={jobs}
          keyOf={(job) => job.job_id}
          onLoadAll={next ? () => load(next, { all: true }) : undefined}
        />
      )}
      {next && (
        <p class="actions">
          <Act onAct={() => load(next)}>{messages.more}</Act>
        </p>
      )}
    </>
  );
}
