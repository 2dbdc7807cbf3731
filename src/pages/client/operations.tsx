/** @jsxImportSource preact */
// Runs on /operations: the operators' dashboard, read with their key.
/// <reference lib="dom" />
import { type ComponentChildren, render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { jobStates } from '../messages/console.en.js';
import { messages as frame } from '../messages/frame.en.js';
import {
  figures,
  mailStates,
  messages,
  runStateNames,
  ticketStateNames,
} from '../messages/operations.en.js';
import { messages as reviewMessages } from '../messages/review.en.js';
import { ask, query } from './console/api.js';
import { JobMap } from './console/job-map.js';
import { KeyBar, KeyForm, useKey } from './console/key-form.js';
import { NeedsScope, Time, useHeadingFocus } from './console/parts.js';
import { decoded, useRoute } from './console/route.js';
import { Figure, type Point } from './operations/chart.js';
import { MailDetails, RunDetails } from './operations/details.js';
import { Notifications } from './operations/notifications.js';
import { List } from './operations/parts.js';
import {
  type Cadence,
  cadenceQuery,
  figuresQuery,
  first,
  inboxQuery,
  jobsById,
  jobsQuery,
  type Mail,
  type OpenJob,
  onMap,
  type QueuedJob,
  queuedQuery,
  type Run,
  reviewQueueQuery,
  runsQuery,
  type Snapshot,
  shown,
  type Ticket,
  ticketsQuery,
} from './operations/queries.js';
import type { Review } from './operations/review/review.js';
import { ReviewQueue, reviewLink } from './operations/review-queue.js';
import { watchLinks } from './parts/links.js';

const days = 30;
/** Time between automatic refreshes of the lists, while the page is visible. */
const refreshSeconds = 30;
const openStates = ['OPEN', 'ASSIGNED', 'IN_PROGRESS', 'SUBMITTED'] as const;
const runStates = ['OFFERING', 'EXHAUSTED'] as const;
const ticketStates = ['open', 'in_progress', 'blocked'] as const;
const waitingStates = ['NEW', 'HUMAN_REVIEW'] as const;

type Read<T> = T | null | 'failed';

const dayText = (at: Date) => at.toISOString().slice(0, 10);
const daysBack = (count: number) => dayText(new Date(Date.now() - count * 86_400_000));

/** A dispatch run with its job; null if the job cannot be read. */
type RunOfOpenJob = Run & { job: Pick<OpenJob, 'objective' | 'status'> | null };

/** The data of the page, each part read separately, so that a failing part does not hide others. */
interface Seen {
  queue: Read<QueuedJob[]>;
  cadence: Read<Cadence | 'none'>;
  jobs: Read<OpenJob[]>;
  runs: Read<RunOfOpenJob[]>;
  tickets: Read<Ticket[]>;
  inbox: Read<Mail[]>;
  figures: Read<Snapshot[]>;
}
const nothing: Seen = {
  queue: null,
  cadence: null,
  jobs: null,
  runs: null,
  tickets: null,
  inbox: null,
  figures: null,
};

/** Merges the lists that are read for each state. */
async function readEach<State, Item>(
  states: readonly State[],
  read: (status: State) => Promise<Item[] | null | undefined>,
): Promise<Item[] | 'failed'> {
  const lists = await Promise.all(states.map(read));
  return lists.every((list) => list != null) ? lists.flat() : 'failed';
}

const newestFirst =
  <Name extends string>(name: Name) =>
  (a: Record<Name, string>, b: Record<Name, string>) =>
    a[name] < b[name] ? 1 : -1;

/** Returns the runs that are offering or exhausted for jobs that are still open: the latest run of each job. */
async function readRuns(key: string): Promise<Read<RunOfOpenJob[]>> {
  const runs = await readEach(
    runStates,
    async (status) => (await query(key, runsQuery, { first, status }))?.dispatchRuns?.nodes,
  );
  if (runs === 'failed') return runs;
  runs.sort(newestFirst('createdAt'));
  const latest = runs.filter(
    ({ jobId }, index) => runs.findIndex((other) => other.jobId === jobId) === index,
  );
  if (latest.length === 0) return [];
  const { answer } = await ask(key, jobsById(latest.map(({ jobId }) => jobId)), {});
  return latest
    .map((run, index): RunOfOpenJob => ({ ...run, job: answer?.data?.[`j${index}`] ?? null }))
    .filter(({ status, job }) => status === 'OFFERING' || job?.status === 'OPEN');
}

async function readAll(key: string, show: (part: Partial<Seen>) => void): Promise<void> {
  const sorted = <Item,>(items: Item[] | 'failed', by: (a: Item, b: Item) => number) =>
    items === 'failed' ? items : items.sort(by);
  await Promise.all([
    query(key, reviewQueueQuery, { first }).then((data) =>
      show({ queue: data?.reviewQueue ?? 'failed' }),
    ),
    query(key, cadenceQuery, {}).then((data) =>
      show({ cadence: data === null ? 'failed' : (data.adaptiveCadence ?? 'none') }),
    ),
    readEach(
      openStates,
      async (status) => (await query(key, jobsQuery, { first: onMap, status }))?.jobs?.nodes,
    ).then((jobs) => show({ jobs: sorted(jobs, newestFirst('createdAt')) })),
    readRuns(key).then((runs) => show({ runs })),
    readEach(ticketStates, async (status) => {
      const data = await query(key, ticketsQuery, { first, status });
      return data?.overdue && data.others && [...data.overdue.nodes, ...data.others.nodes];
    }).then((tickets) =>
      show({
        tickets: sorted(tickets, (a, b) => ((a.deadline ?? '9') < (b.deadline ?? '9') ? -1 : 1)),
      }),
    ),
    readEach(
      waitingStates,
      async (status) => (await query(key, inboxQuery, { first, status }))?.emailMessages?.items,
    ).then((inbox) => show({ inbox: sorted(inbox, newestFirst('receivedAt')) })),
    query(key, figuresQuery, { from: daysBack(days), to: daysBack(1) }).then((data) =>
      show({ figures: data?.kpiSnapshots ?? 'failed' }),
    ),
  ]);
}

function Alerts({ cadence }: { cadence: Seen['cadence'] }) {
  const computed = cadence === null || typeof cadence === 'string' ? null : cadence;
  return (
    <List
      id="alerts"
      heading={messages.alerts}
      columns={messages.alertColumns}
      rows={
        cadence === null || cadence === 'failed'
          ? cadence
          : (computed?.alerts ?? []).map(({ key, severity, message, since }) => ({
              key,
              cells: [
                message,
                <span class={severity === 'CRITICAL' ? 'badge bad' : 'badge warn'}>
                  {messages.severities[severity] ?? severity}
                </span>,
                <Time at={since} />,
              ],
            }))
      }
      empty={cadence === 'none' ? messages.noCadence : messages.noAlerts}
    >
      {computed && (
        <p class="line">
          <span class="badge">
            {messages.score}: {messages.scoreOf(computed.objectiveScore)}
          </span>
          <span class="soft small">
            {messages.asOf} <Time at={computed.generatedAt} inner />
          </span>
        </p>
      )}
    </List>
  );
}

const rowsOf = <Item extends { id: string } | { jobId: string }>(
  items: Read<Item[]>,
  cellsOf: (item: Item) => ComponentChildren[],
) =>
  Array.isArray(items)
    ? items.slice(0, shown).map((item) => ({
        key: 'id' in item ? item.id : item.jobId,
        cells: cellsOf(item),
      }))
    : items;

/** A note shown if there are more items than the list shows. */
const cut = (items: Read<readonly unknown[]>) =>
  Array.isArray(items) &&
  items.length > shown && <p class="soft small">{messages.atMost(shown)}</p>;

/** True if the map may not show all open jobs. */
function isCut(jobs: readonly OpenJob[]): boolean {
  const counts = new Map<string, number>();
  for (const { status } of jobs) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts.values()].some((count) => count >= onMap);
}

const jobLink = (id: string, text: string) => <a href={`/console#/jobs/${id}`}>{text}</a>;

function Lists({ apiKey, seen }: { apiKey: string; seen: Seen }) {
  return (
    <>
      <List
        id="jobs"
        heading={messages.jobs}
        columns={messages.jobColumns}
        empty={messages.noJobs}
        rows={rowsOf(seen.jobs, (job) => [
          jobLink(job.jobId, job.objective),
          jobStates[job.status.toLowerCase()] ?? job.status,
          job.address,
          <Time at={job.createdAt} />,
        ])}
      >
        {cut(seen.jobs)}
      </List>
      {Array.isArray(seen.jobs) && seen.jobs.length > 0 && (
        <JobMap
          title={messages.jobMap}
          note={isCut(seen.jobs) ? messages.newestOnMap(onMap) : null}
          jobs={seen.jobs}
        />
      )}
      <List
        id="runs"
        heading={messages.runs}
        columns={messages.runColumns}
        empty={messages.noRuns}
        rows={rowsOf(seen.runs, (run) => [
          jobLink(run.jobId, run.job?.objective ?? run.jobId),
          runStateNames[run.status] ?? run.status,
          run.waveNumber,
          <RunDetails run={run} />,
          <Time at={run.createdAt} />,
        ])}
      >
        {cut(seen.runs)}
      </List>
      <List
        id="tickets"
        heading={messages.tickets}
        columns={messages.ticketColumns}
        empty={messages.noTickets}
        rows={rowsOf(seen.tickets, (ticket) => [
          <code>{ticket.ticketCode}</code>,
          ticket.objective,
          ticket.owningPlane,
          ticketStateNames[ticket.status] ?? ticket.status,
          ticket.deadline ? <Time at={ticket.deadline} /> : '–',
        ])}
      >
        {cut(seen.tickets)}
      </List>
      <List
        id="inbox"
        heading={messages.inbox}
        columns={messages.inboxColumns}
        empty={messages.noMail}
        rows={rowsOf(seen.inbox, (mail) => [
          <MailDetails apiKey={apiKey} mail={mail} />,
          mail.fromEmail,
          mail.folder,
          mailStates[mail.processingStatus] ?? mail.processingStatus,
          <Time at={mail.receivedAt} />,
        ])}
      >
        {cut(seen.inbox)}
      </List>
    </>
  );
}

/** Returns one point per day, with a gap where no day was computed. */
function pointsOf(snapshots: readonly Snapshot[], figure: string): Point[] {
  const byDay = new Map(snapshots.map((one) => [one.snapshotDate, one.metricsPayload]));
  return Array.from({ length: days }, (_, index) => {
    const day = daysBack(days - index);
    const value = byDay.get(day)?.[figure];
    return { day, value: typeof value === 'number' ? value : null };
  });
}

function Figures({ snapshots }: { snapshots: Seen['figures'] }) {
  return (
    <section class="part" aria-labelledby="figures">
      <h2 id="figures">{messages.figures(days)}</h2>
      <p class="soft small">{messages.figuresLead}</p>
      {snapshots === null && <p class="soft">{messages.loading}</p>}
      {snapshots === 'failed' && <p class="notice bad">{messages.notRead}</p>}
      {Array.isArray(snapshots) && snapshots.length === 0 && (
        <p class="soft">{messages.noFigures}</p>
      )}
      {Array.isArray(snapshots) && snapshots.length > 0 && (
        <div class="figures">
          {figures.map(([key, name, form]) => (
            <Figure key={key} name={name} form={form} points={pointsOf(snapshots, key)} />
          ))}
        </div>
      )}
    </section>
  );
}

/** Loaded on first use, because most visits only read the lists. */
function LoadedReview(props: Parameters<typeof Review>[0]) {
  const [Part, setPart] = useState<typeof Review | null>(null);
  useEffect(() => {
    void import('./operations/review/review.js').then((part) => setPart(() => part.Review));
  }, []);
  return Part && <Part {...props} />;
}

/** A message about a sent review, shown in one view. */
interface Notice {
  route: string;
  text: string;
}

function Operations() {
  const { proved, why, opening, use, forget: forgetKey } = useKey();
  const [seen, setSeen] = useState<Seen>(nothing);
  const [title, setTitle] = useState<string>(messages.loading);
  const [notice, setNotice] = useState<Notice | null>(null);
  // Jobs that were reviewed or skipped since the lists were shown.
  const passed = useRef(new Set<string>());
  const route = useRoute();
  const [, reviewed] = /^\/review\/([^/]+)$/.exec(route) ?? [];
  const id = reviewed === undefined ? null : decoded(reviewed);
  const heading = () => document.querySelector<HTMLElement>('main h1');
  useHeadingFocus(opening ? null : proved ? route : 'key', heading);
  const shownTitle = proved && id !== null ? title : messages.title;
  useEffect(() => {
    document.title = frame.title(shownTitle, false);
  }, [shownTitle]);
  const load = (key: string) =>
    readAll(key, (part) => setSeen((before) => ({ ...before, ...part })));
  useEffect(() => {
    setTitle(messages.loading);
    if (!proved || id !== null) return;
    passed.current.clear();
    const refresh = () => {
      if (document.visibilityState === 'visible') void load(proved.key);
    };
    void load(proved.key);
    const timer = setInterval(refresh, refreshSeconds * 1000);
    document.addEventListener('visibilitychange', refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', refresh);
    };
  }, [proved, id]);
  const forget = () => {
    forgetKey();
    setSeen(nothing);
  };
  if (opening) return <h1>{messages.title}</h1>;
  if (!proved) {
    return <KeyForm title={messages.title} lead={messages.lead} why={why} onProved={use} />;
  }
  const { scopes } = proved;
  const next = async (text: string | null) => {
    if (id !== null) passed.current.add(id);
    const queue = (await query(proved.key, queuedQuery, {}))?.reviewQueue;
    const following = queue?.find(({ jobId }) => !passed.current.has(jobId));
    const target = following ? reviewLink(following.jobId) : '#/';
    const texts = [text, queue && !following ? reviewMessages.last : null].filter(Boolean);
    setNotice({ route: target.slice(1), text: texts.join(' ') });
    location.hash = target;
  };
  const isOperator = scopes.includes('operator');
  return (
    <>
      <KeyBar proved={proved} onForget={forget} />
      <div role="status" class="said">
        {notice && notice.route === route && notice.text && (
          <p class="notice good">{notice.text}</p>
        )}
      </div>
      <div class="headline">
        <h1 tabIndex={-1}>{shownTitle}</h1>
        {id === null && (
          <p class="actions">
            <span class="soft small">{messages.refreshes(refreshSeconds)}</span>
            <button type="button" class="button" onClick={() => void load(proved.key)}>
              {messages.refresh}
            </button>
          </p>
        )}
      </div>
      {!isOperator && <NeedsScope scope="operator" scopes={scopes} />}
      {isOperator && id !== null && (
        <LoadedReview key={id} apiKey={proved.key} id={id} onTitle={setTitle} onNext={next} />
      )}
      {isOperator && id === null && (
        <div class="stack operations">
          <Notifications apiKey={proved.key} />
          <ReviewQueue jobs={seen.queue} />
          <Alerts cadence={seen.cadence} />
          <Lists apiKey={proved.key} seen={seen} />
          <Figures snapshots={seen.figures} />
        </div>
      )}
    </>
  );
}

watchLinks();
const root = document.getElementById('operations');
if (root) {
  root.replaceChildren();
  render(<Operations />, root);
}
