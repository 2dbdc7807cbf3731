/** @jsxImportSource preact */
/// <reference lib="dom" />
import { useEffect, useRef, useState } from 'preact/hooks';
import { momentText } from '../../../frame/moment-text.js';
import { messages as common } from '../../../messages/console.en.js';
import { messages } from '../../../messages/schedules.en.js';
import type { Call, Json } from '../api.js';
import { Act, Time } from '../parts.js';
import type { Session } from '../session.js';
import { type Column, largePage, Table } from '../table.js';
import { scheduleCalls } from './schedule-calls.js';
import { ScheduleForm } from './schedule-form.js';

const stateOf = (schedule: Json): string => messages.states[schedule.status] ?? schedule.status;

/** The next date, and the later ones on demand. */
function NextDates({ schedule }: { schedule: Json }) {
  const { next_dates: dates, time_zone: zone } = schedule;
  const [first, ...later] = dates as string[];
  if (!first) return <>–</>;
  return (
    <>
      <Time at={first} zone={zone} /> <span class="soft small">{zone}</span>
      {later.length > 0 && (
        <details>
          <summary>{messages.laterDates(later.length)}</summary>
          <ul>
            {later.map((at) => (
              <li key={at}>
                <Time at={at} zone={zone} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function LastJob({ schedule }: { schedule: Json }) {
  const { last_date: at, last_job_id: id, last_error: error, time_zone: zone } = schedule;
  return (
    <>
      {id ? (
        <a href={`#/jobs/${id}`}>
          <Time at={at} zone={zone} />
        </a>
      ) : (
        '–'
      )}
      {error && (
        <p class="small">
          {messages.lastFailed} {error.detail}
        </p>
      )}
    </>
  );
}

const { objective, state, next, last } = messages.columns;

const columns: readonly Column<Json>[] = [
  {
    name: objective,
    text: ({ job, rrule }) => `${job.objective} ${rrule}`,
    cell: ({ job, rrule }) => (
      <>
        {job.objective} <code class="small soft">{rrule}</code>
      </>
    ),
  },
  {
    name: state,
    text: stateOf,
    cell: (one) => (
      <span class={one.status === 'active' ? 'badge good' : 'badge'}>{stateOf(one)}</span>
    ),
  },
  {
    name: next,
    text: (one) => one.next_dates.join(' '),
    cell: (one) => <NextDates schedule={one} />,
  },
  { name: last, text: (one) => one.last_date ?? '', cell: (one) => <LastJob schedule={one} /> },
];

interface ActionsProps {
  schedule: Json;
  onAct: (call: Call) => Promise<unknown>;
}

function Actions({ schedule, onAct }: ActionsProps) {
  const { schedule_id: id, status, job } = schedule;
  const isCurrent = status === 'active' || status === 'paused';
  return (
    <div class="stack">
      <a
        class="button"
        href={`#/overview?schedule_id=${id}`}
        aria-label={messages.jobsOf(job.objective)}
      >
        {messages.jobs}
      </a>
      {status === 'active' && (
        <Act
          key="toggle"
          label={messages.pauseOf(job.objective)}
          onAct={() => onAct(scheduleCalls.pause(id))}
        >
          {messages.pause}
        </Act>
      )}
      {status === 'paused' && (
        <Act
          key="toggle"
          label={messages.resumeOf(job.objective)}
          onAct={() => onAct(scheduleCalls.resume(id))}
        >
          {messages.resume}
        </Act>
      )}
      {isCurrent && (
        <details>
          <summary aria-label={messages.cancelOf(job.objective)}>{messages.cancel}</summary>
          <p class="soft small">{messages.cancelText}</p>
          <Act
            look="button bad"
            label={messages.cancelOf(job.objective)}
            onAct={() => onAct(scheduleCalls.cancel(id))}
          >
            {messages.cancelNow}
          </Act>
        </details>
      )}
    </div>
  );
}

/** The job schedules of the integrator, and a form for another one. */
export function Schedules({ session }: { session: Session }) {
  const [schedules, setSchedules] = useState<Json[] | null>(null);
  const [following, setFollowing] = useState<string | null>(null);
  const [isRejected, setRejected] = useState(false);
  const [done, setDone] = useState('');
  const status = useRef<HTMLParagraphElement>(null);
  const load = async (from: string | null, { all = false } = {}) => {
    const made = await session.send(scheduleCalls.list(from && all ? largePage(from) : from));
    setRejected(!made.ok);
    if (!made.ok) return;
    setSchedules((before) => (from && before ? [...before, ...made.answer] : made.answer));
    setFollowing(made.next);
    if (all && made.next) await load(made.next, { all });
  };
  useEffect(() => void load(null), []);
  const act = async (call: Call) => {
    const { ok, answer } = await session.send(call);
    if (!ok) return;
    setSchedules(
      (before) =>
        before?.map((one) => (one.schedule_id === answer.schedule_id ? answer : one)) ?? null,
    );
    setDone(messages.changed(answer.job.objective, stateOf(answer)));
    // The pressed button no longer exists.
    if (answer.status === 'cancelled') status.current?.focus();
  };
  const add = (schedule: Json) => {
    setSchedules((before) => [schedule, ...(before ?? [])]);
    const at = momentText(schedule.next_dates[0], {
      now: new Date(),
      timeZone: schedule.time_zone,
    });
    setDone(messages.created(at));
    status.current?.focus();
  };
  return (
    <>
      <h1 tabIndex={-1}>{messages.title}</h1>
      <p class="lead">{messages.lead}</p>
      <p class="actions">
        <Act onAct={() => load(null)}>{common.refresh}</Act>
      </p>
      <p role="status" ref={status} tabIndex={-1}>
        {done}
      </p>
      {schedules === null && <p class="soft">{isRejected ? common.notShown : common.loading}</p>}
      {schedules?.length === 0 && <p class="soft">{messages.none}</p>}
      {schedules && schedules.length > 0 && (
        <Table
          caption={messages.title}
          columns={columns}
          rows={schedules}
          keyOf={(one) => one.schedule_id}
          onLoadAll={following ? () => load(following, { all: true }) : undefined}
          actions={{
            name: messages.actions,
            cell: (one) => <Actions schedule={one} onAct={act} />,
          }}
        />
      )}
      {following && (
        <p class="actions">
          <Act onAct={() => load(following)}>{common.more}</Act>
        </p>
      )}
      <ScheduleForm session={session} onMade={add} />
    </>
  );
}
