/** @jsxImportSource preact */
/// <reference lib="dom" />
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { messages as common, jobStates } from '../../../messages/console.en.js';
import { messages } from '../../../messages/overview.en.js';
import { copyText } from '../../parts/links.js';
import { follow, type Stream } from '../api.js';
import { JobMap } from '../job-map.js';
import { Act, Field, Time } from '../parts.js';
import { readServices, type Services } from '../services.js';
import type { Session } from '../session.js';
import { type Column, Table } from '../table.js';
import { Answers } from './answers.js';
import { Chart, type ChartData } from './chart.js';
import { type Bucket, filterOf, type OverviewState, searchOf, stateOf } from './filter.js';
import { FilterForm } from './filter-form.js';
import { filledBuckets } from './points.js';
import {
  type Answered,
  changesOfFilter,
  changesOfJobs,
  followedMax,
  latestEvent,
  type OverviewJob,
  type OverviewQuestion,
  type OverviewStats,
  overviewJobs,
  overviewQuestions,
  overviewStats,
  read,
} from './queries.js';

const pageLength = 200;
/** Number of jobs that “Load all” reads at most. */
const loadedMax = 5000;
/** Time between a change of a job and the refresh, in which further changes are collected. */
const refreshMilliseconds = 2000;
/** Number of jobs whose questions are read for their texts. */
const sampleLength = 20;

interface ChosenColumn extends Column<OverviewJob> {
  id: string;
}

const time = (at: string | null) => (at ? <Time at={at} /> : '–');

/** The columns that every job has. Those of metadata follow from the jobs. */
const ownColumns: readonly ChosenColumn[] = [
  {
    id: 'objective',
    name: messages.columns.objective,
    text: (job) => job.objective,
    cell: (job) => <a href={`#/jobs/${job.jobId}`}>{job.objective}</a>,
  },
  {
    id: 'state',
    name: messages.columns.state,
    text: ({ status }) => jobStates[status.toLowerCase()] ?? status,
  },
  { id: 'address', name: messages.columns.address, text: (job) => job.address },
  { id: 'service', name: messages.columns.service, text: (job) => job.serviceKey ?? '' },
  {
    id: 'created',
    name: messages.columns.created,
    text: (job) => job.createdAt,
    cell: (job) => time(job.createdAt),
  },
  {
    id: 'updated',
    name: messages.columns.updated,
    text: (job) => job.updatedAt,
    cell: (job) => time(job.updatedAt),
  },
  {
    id: 'completed',
    name: messages.columns.completed,
    text: (job) => job.completedAt ?? '',
    cell: (job) => time(job.completedAt),
  },
  {
    id: 'expires',
    name: messages.columns.expires,
    text: (job) => job.expiresAt ?? '',
    cell: (job) => time(job.expiresAt),
  },
  {
    id: 'report',
    name: messages.columns.report,
    text: ({ report }) => String(report.versionNumber ?? ''),
  },
  { id: 'latitude', name: messages.columns.latitude, text: (job) => String(job.latitude) },
  { id: 'longitude', name: messages.columns.longitude, text: (job) => String(job.longitude) },
  { id: 'id', name: messages.columns.id, text: (job) => job.jobId },
];
const usualColumns = ['objective', 'state', 'address', 'created'];

const metadataColumn = (key: string): ChosenColumn => ({
  id: `metadata.${key}`,
  name: messages.metadataColumn(key),
  text: (job) => String(job.metadata[key] ?? ''),
});

interface JobsProps {
  jobs: readonly OverviewJob[];
  chosen: readonly string[];
  onChoose: (columns: string[]) => void;
  onLoadAll: (() => Promise<void>) | undefined;
}

/** The table of the jobs, with the columns that the reader chooses. */
function JobTable({ jobs, chosen, onChoose, onLoadAll }: JobsProps) {
  const columns = useMemo(() => {
    const keys = [...new Set(jobs.flatMap(({ metadata }) => Object.keys(metadata)))].sort();
    return [...ownColumns, ...keys.map(metadataColumn)];
  }, [jobs]);
  const shown = chosen.length > 0 ? chosen : usualColumns;
  const toggle = (id: string, isShown: boolean) => {
    const next = columns.filter((one) => (one.id === id ? isShown : shown.includes(one.id)));
    if (next.length > 0) onChoose(next.map((one) => one.id));
  };
  return (
    <section class="part" aria-labelledby="overview-jobs">
      <h2 id="overview-jobs">{messages.table}</h2>
      <details>
        <summary>{messages.chooseColumns}</summary>
        <div class="checklist boxes">
          {columns.map(({ id, name }) => (
            <label class="check" key={id}>
              <input
                type="checkbox"
                checked={shown.includes(id)}
                onInput={(event) => toggle(id, event.currentTarget.checked)}
              />
              {name}
            </label>
          ))}
        </div>
      </details>
      <Table
        caption={messages.table}
        columns={columns.filter(({ id }) => shown.includes(id))}
        rows={jobs}
        keyOf={(job) => job.jobId}
        onLoadAll={onLoadAll}
      />
    </section>
  );
}

interface FiguresProps {
  stats: Answered<OverviewStats>;
  bucket: Bucket;
  onBucket: (bucket: Bucket) => void;
}

const bucketOptions = Object.entries(messages.buckets);

type TimeGroup = NonNullable<OverviewStats['byTime']>['groups'][number];

/** Returns hours with one decimal. */
const hours = (seconds: number | null | undefined) =>
  seconds == null ? null : Math.round(seconds / 360) / 10;

const percent = (rate: number | null | undefined) => (rate == null ? null : Math.round(rate * 100));

/** Returns the charts of groups by time. */
function chartsOf(
  groups: readonly TimeGroup[],
  bucket: Bucket,
): { name: string; data: ChartData }[] {
  const byBucket = new Map(groups.map((group) => [group.bucket ?? '', group]));
  const buckets = filledBuckets([...byBucket.keys()], bucket);
  const values = (of: (group: TimeGroup | undefined) => number | null) =>
    buckets.map((one) => of(byBucket.get(one)));
  const { created, turnaround, median, p90, rates, onTime, disputed } = messages;
  return [
    {
      name: created,
      data: { buckets, series: [{ name: created, values: values((one) => one?.count ?? 0) }] },
    },
    {
      name: turnaround,
      data: {
        buckets,
        series: [
          { name: median, values: values((one) => hours(one?.medianTurnaroundSeconds)) },
          { name: p90, values: values((one) => hours(one?.p90TurnaroundSeconds)) },
        ],
      },
    },
    {
      name: rates,
      data: {
        buckets,
        series: [
          { name: onTime, values: values((one) => percent(one?.onTimeRate)) },
          { name: disputed, values: values((one) => percent(one?.disputeRate)) },
        ],
      },
    },
  ];
}

function Figures({ stats, bucket, onBucket }: FiguresProps) {
  const groups = stats.data.byTime?.groups;
  const charts = useMemo(() => chartsOf(groups ?? [], bucket), [groups]);
  return (
    <section class="part" aria-labelledby="overview-figures">
      <h2 id="overview-figures">{messages.figures}</h2>
      <div class="bar">
        <Field
          label={messages.bucket}
          name="bucket"
          options={bucketOptions}
          value={bucket}
          onInput={(value) => onBucket(value as Bucket)}
        />
      </div>
      {groups ? (
        <div class="charts">
          {charts.map(({ name, data }) => (
            <Chart key={name} name={name} data={data} />
          ))}
        </div>
      ) : (
        <p class="notice warn">{stats.problem ?? messages.notRead}</p>
      )}
    </section>
  );
}

/** The number of jobs in each state, and in all. */
function Counts({ stats }: { stats: Answered<OverviewStats> }) {
  const { byStatus } = stats.data;
  if (!byStatus) return <p class="notice warn">{stats.problem ?? messages.notRead}</p>;
  return (
    <p class="line">
      <strong>{messages.total(byStatus.total)}</strong>
      {byStatus.groups.map(({ key, count }) => (
        <span class="badge" key={key}>
          {jobStates[key ?? ''] ?? key}: {count.toLocaleString('en')}
        </span>
      ))}
    </p>
  );
}

interface OverviewProps {
  session: Session;
  /** The query of the view's URL. */
  search: string;
}

/** Returns the questions by key. One whose text differs between jobs, such as the objective, has a general text. */
function questionsOf(all: readonly OverviewQuestion[]): ReadonlyMap<string, OverviewQuestion> {
  const questions = new Map<string, OverviewQuestion>();
  for (const question of all) {
    const { questionKey: key, label } = question;
    const known = questions.get(key);
    if (!known) questions.set(key, question);
    else if (known.label !== label)
      questions.set(key, { ...known, label: messages.questionNames[key] ?? key });
  }
  return questions;
}

/** The jobs that a filter selects: on a map, in a table, and in figures. */
export function Overview({ session, search }: OverviewProps) {
  const { key } = session;
  const state = useMemo(() => stateOf(search), [search]);
  const filter = useMemo(() => filterOf(state), [JSON.stringify(filterOf(state))]);
  const [services, setServices] = useState<Services>([]);
  const [jobs, setJobs] = useState<readonly OverviewJob[] | null>(null);
  const [next, setNext] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [stats, setStats] = useState<Answered<OverviewStats> | null>(null);
  const [questions, setQuestions] = useState<ReadonlyMap<string, OverviewQuestion>>(new Map());
  const [copied, setCopied] = useState(false);
  /** Position of the newest event when the lists were read. */
  const [since, setSince] = useState<string | null>(null);
  const [stream, setStream] = useState<Stream | null>(null);
  // The form keeps its text, unless a link or the history changed the URL.
  const own = useRef(search);
  const version = useRef(0);
  if (own.current !== search) {
    own.current = search;
    version.current += 1;
  }
  const go = (changed: Partial<OverviewState>) => {
    const query = searchOf({ ...state, ...changed });
    own.current = query;
    location.hash = query ? `#/overview?${query}` : '#/overview';
    setCopied(false);
  };
  const current = useRef(filter);
  current.current = filter;
  /** Reads pages from a cursor until all are read or there are enough jobs. */
  const loadJobs = async (from: string | null, enough: number) => {
    const found: OverviewJob[] = [];
    let after = from;
    do {
      const { data, problem } = await read(key, overviewJobs, { filter, first: pageLength, after });
      // Another filter was applied in the meantime.
      if (current.current !== filter) return;
      setProblem(data.jobs ? null : (problem ?? messages.notRead));
      if (!data.jobs) return;
      found.push(...data.jobs.nodes);
      after = data.jobs.pageInfo.hasNextPage ? data.jobs.pageInfo.endCursor : null;
    } while (after !== null && found.length < enough);
    setJobs((before) => (from && before ? [...before, ...found] : found));
    setNext(after);
  };
  const loadStats = async () => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const found = await read(key, overviewStats, { filter, bucket: state.bucket, timeZone });
    if (current.current === filter) setStats(found);
  };
  const loadQuestions = async () => {
    const { data } = await read(key, overviewQuestions, { filter, first: sampleLength });
    const all = data.jobs?.nodes.flatMap((job) => job.questions) ?? [];
    setQuestions(questionsOf(all));
  };
  // As many jobs as are shown.
  const refresh = () => Promise.all([loadJobs(null, jobs?.length ?? 0), loadStats()]);
  useEffect(() => void readServices().then(setServices), []);
  useEffect(() => {
    setJobs(null);
    setSince(null);
    void (async () => {
      // Read first, so that the subscription sends what changes while the lists are read.
      const { data } = await read(key, latestEvent, {});
      if (current.current !== filter) return;
      setSince(String(data.events?.nodes[0]?.seq ?? 0));
      await Promise.all([loadJobs(null, 0), loadQuestions()]);
    })();
  }, [filter, key]);
  useEffect(() => void loadStats(), [filter, key, state.bucket]);
  const latest = useRef(refresh);
  latest.current = refresh;
  const total = stats?.data.byStatus?.total;
  const isFollowed = total !== undefined && total <= followedMax;
  const isCounted = stats !== null;
  useEffect(() => {
    if (since === null || !isCounted) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const changed = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void latest.current();
      }, refreshMilliseconds);
    };
    const changes = isFollowed ? changesOfFilter : changesOfJobs;
    const variables = { after: since, ...(isFollowed && { filter }) };
    const stop = follow(key, changes, variables, { changed, became: setStream });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [key, since, isFollowed, isCounted]);
  const cities = stats?.data.byCity?.groups.flatMap((group) => group.key ?? []) ?? [];
  return (
    <>
      <h1 tabIndex={-1}>{messages.title}</h1>
      <p class="lead">{messages.lead}</p>
      <FilterForm
        key={version.current}
        state={state}
        services={services}
        cities={cities}
        onApply={go}
      />
      <p class="actions">
        <Act onAct={refresh}>{messages.refresh}</Act>
        <button
          type="button"
          class="button"
          onClick={() => void copyText(location.href).then(setCopied)}
        >
          {messages.copyLink}
        </button>
        <span role="status">{copied && common.copied}</span>
        {stream && (
          <span class={stream === 'live' ? 'badge good' : 'badge warn'}>
            {stream === 'live' ? common.live : common.lost}
          </span>
        )}
      </p>
      <div role="status">
        {problem && <p class="notice bad">{problem}</p>}
        {!problem && !jobs && <p class="soft">{messages.loading}</p>}
        {!problem && jobs && (jobs.length === 0 || next) && (
          <p>{jobs.length === 0 ? messages.none : messages.shown(jobs.length)}</p>
        )}
        {stats && !problem && <Counts stats={stats} />}
      </div>
      {jobs && jobs.length > 0 && !problem && (
        <JobMap title={messages.map} note={null} jobs={jobs} />
      )}
      {stats && !problem && (
        <>
          <Figures stats={stats} bucket={state.bucket} onBucket={(bucket) => go({ bucket })} />
          <section class="part" aria-labelledby="overview-answers">
            <h2 id="overview-answers">{messages.answers}</h2>
            {stats.data.answers ? (
              <Answers groups={stats.data.answers.groups} questions={questions} />
            ) : (
              <p class="notice warn">{stats.problem ?? messages.notRead}</p>
            )}
          </section>
        </>
      )}
      {jobs && jobs.length > 0 && !problem && (
        <JobTable
          jobs={jobs}
          chosen={state.columns}
          onChoose={(columns) => go({ columns })}
          onLoadAll={next ? () => loadJobs(next, loadedMax) : undefined}
        />
      )}
    </>
  );
}
