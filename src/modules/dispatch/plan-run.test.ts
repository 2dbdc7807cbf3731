import { describe, expect, it } from 'vitest';
import type { AcceptedOffer, Job } from '../job/job.js';
import type { DispatchRun, DispatchThread, ThreadState } from './dispatch-run.js';
import { planRun } from './plan-run.js';

const at = (minutes: number) => new Date(Date.UTC(2026, 0, 31, 12, minutes));

const thread = (state: ThreadState, rank: number): DispatchThread => ({
  threadId: `t${rank}`,
  candidateId: `c${rank}`,
  providerId: null,
  label: `Verifier ${rank}`,
  channel: 'link',
  email: null,
  sourceKind: 'named',
  rank,
  distanceKm: null,
  state,
  wave: state === 'queued' ? null : 1,
  offeredAt: state === 'queued' ? null : at(0),
  expiresAt: state === 'queued' ? null : at(60),
  answeredAt: null,
  acceptedAt: state === 'accepted' ? at(5) : null,
  declineReason: null,
});

const run = (status: DispatchRun['status'], states: string): DispatchRun => ({
  _id: 'run',
  integratorId: 'public',
  status,
  jobId: 'job',
  requestId: null,
  publicRequestId: null,
  quoteSnapshotId: null,
  policyVersion: 'dispatch-1',
  offersAtOnce: 1,
  offerMinutes: 60,
  waveNumber: 1,
  threads: states.split(' ').map((state, i) => thread(state as ThreadState, i + 1)),
  cancelReason: null,
  revision: 1,
  createdAt: at(0),
  updatedAt: at(0),
  completedAt: status === 'offering' ? null : at(5),
  outbox: [],
});

interface Held {
  /** Number of the thread whose token the job issued. */
  thread: number;
  /** Whether the token still counts, was given back, or ended otherwise. */
  token: 'holds' | 'released' | 'ended';
}

function job(status: Job['status'], held?: Held): Job {
  const offer: AcceptedOffer = { providerId: null, runId: 'run', threadId: `t${held?.thread}` };
  const token = {
    tokenId: 'token',
    kind: 'provider',
    assigneeName: 'Verifier',
    createdAt: at(5),
    expiresAt: at(50),
    revokedAt: held?.token === 'holds' ? null : at(20),
    offer,
    ...(held?.token === 'released' && { releaseReason: 'ill' }),
  };
  const holds = held?.token === 'holds';
  return {
    _id: 'job',
    status,
    tokens: held ? [token] : [],
    assignment: holds ? { tokenId: 'token', assignedAt: at(5), offer } : null,
  } as unknown as Job;
}

type Row = [
  before: string,
  job: Job,
  minutes: number,
  after: string | null,
  events?: string,
  canReopen?: boolean,
];
const holds: Held = { thread: 1, token: 'holds' };
const released: Held = { thread: 1, token: 'released' };
const ended: Held = { thread: 1, token: 'ended' };

const rows: Row[] = [
  // The clock.
  ['offering: offered queued', job('open'), 59, null],
  [
    'offering: offered queued',
    job('open'),
    60,
    'offering: expired offered',
    'offer_expired offered',
  ],
  ['offering: offered', job('open'), 60, 'exhausted: expired', 'offer_expired exhausted'],
  ['offering: declined queued', job('open'), 10, 'offering: declined offered', 'offered'],
  // Somebody accepted, whatever the run became meanwhile.
  [
    'offering: offered offered queued',
    job('assigned', holds),
    10,
    'assigned: accepted withdrawn queued',
    'accepted assigned',
  ],
  ['exhausted: expired', job('assigned', holds), 70, 'assigned: accepted', 'accepted assigned'],
  ['cancelled: withdrawn', job('submitted', holds), 10, 'assigned: accepted', 'accepted assigned'],
  ['assigned: accepted queued', job('completed', holds), 70, null],
  ['assigned: accepted', job('cancelled', holds), 70, null],
  // Assigned otherwise, or not to be had.
  ['offering: offered queued', job('in_progress'), 10, 'assigned: withdrawn queued', 'assigned'],
  ['offering: offered queued', job('cancelled'), 10, 'cancelled: withdrawn withdrawn', 'cancelled'],
  ['offering: offered', job('created'), 10, 'cancelled: withdrawn', 'cancelled'],
  ['assigned: accepted', job('assigned', ended), 30, 'assigned: expired', 'offer_expired'],
  // Open again.
  [
    'assigned: accepted queued',
    job('open', released),
    30,
    'offering: declined offered',
    'declined offered',
  ],
  ['assigned: accepted', job('open', released), 30, 'exhausted: declined', 'declined exhausted'],
  ['assigned: accepted', job('open', ended), 70, 'exhausted: expired', 'offer_expired exhausted'],
  ['assigned: withdrawn queued', job('open'), 30, 'offering: withdrawn offered', 'offered'],
  [
    'assigned: accepted queued',
    job('open', released),
    30,
    'exhausted: declined withdrawn',
    'declined exhausted',
    false,
  ],
  // Accepted and given back before the run heard of it.
  [
    'offering: offered queued',
    job('open', released),
    30,
    'offering: declined offered',
    'accepted declined offered',
  ],
  ['exhausted: declined', job('open'), 70, null],
  ['cancelled: withdrawn', job('open'), 70, null],
];

const shown = ({ status, threads }: DispatchRun) =>
  `${status}: ${threads.map(({ state }) => state).join(' ')}`;

describe('planRun', () => {
  it.each(rows)('%s', (before, held, minutes, after, events = '', canReopen = true) => {
    const [status = '', states = ''] = before.split(': ');
    const change = planRun(
      run(status as DispatchRun['status'], states),
      held,
      at(minutes),
      canReopen,
    );
    expect(change && shown(change.after)).toBe(after);
    const reported = change?.events.map(({ type }) => type.replace('dispatch.', '')) ?? [];
    expect(reported.join(' ')).toBe(events);
    if (!change) return;
    const { activeJobId, completedAt, dueAt } = change.after;
    const isOffering = change.after.status === 'offering';
    expect([activeJobId, completedAt === null, dueAt !== undefined]).toEqual(
      isOffering ? ['job', true, true] : [undefined, false, false],
    );
  });

  it('dates what expired by its moment, and a wave by now', () => {
    const change = planRun(run('offering', 'offered queued'), job('open'), at(90));
    expect(change?.events.map(({ timestamp }) => timestamp)).toEqual([at(60), at(90)]);
    expect(change?.after.threads[1]).toMatchObject({ offeredAt: at(90), expiresAt: at(150) });
  });
});
