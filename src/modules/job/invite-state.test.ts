import { describe, expect, it } from 'vitest';
import { newJob } from './create-job.js';
import type { EvidenceItem } from './evidence-item.js';
import type { Invite, InviteStatus } from './invite.js';
import {
  planInvite,
  planOpening,
  planOwnInvite,
  planReassignment,
  planResend,
  planRevocation,
} from './invite-change.js';
import { captureState, inviteState, viewInvite } from './invite-state.js';
import { type Job, type JobStatus, jobStatus } from './job.js';
import { JobChange } from './job-change.js';

const now = new Date('2026-03-01T12:00:00Z');
const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000);

const invite = (fields: Partial<Invite> = {}): Invite => ({
  inviteId: 'invite-1',
  own: false,
  tokenIds: ['token-1'],
  inviteeName: 'Grace Hopper',
  inviteeRole: null,
  inviteePhone: null,
  inviteeEmail: 'grace@example.org',
  channel: 'email',
  preferredLanguage: null,
  createdAt: at(-1),
  expiresInHours: 24,
  sends: [{ mailId: 'mail-1', at: at(-1) }],
  openedAt: null,
  invalidatedAt: null,
  ...fields,
});

const expired = { createdAt: at(-25), sends: [{ mailId: null, at: at(-24) }] };

const job = (fields: Partial<Job> = {}): Job => ({
  ...newJob(
    {
      objective: 'Is the shop open?',
      address: 'Alexanderplatz 1',
      latitude: 52.5,
      longitude: 13.4,
      notes: '-',
      nonce: 'nonce-1234',
      referencePhotos: [],
      autoOpen: true,
    },
    'public',
    at(-48),
    [],
  ),
  status: 'assigned',
  openedAt: at(-30),
  expiresAt: at(700),
  tokens: [
    {
      tokenId: 'token-1',
      kind: 'capture',
      assigneeName: 'Grace Hopper',
      createdAt: at(-1),
      expiresAt: at(23),
      revokedAt: null,
    },
  ],
  assignment: {
    assigneeName: 'Grace Hopper',
    assignedAt: at(-1),
    expiresAt: at(23),
    tokenId: 'token-1',
  },
  ...fields,
});

describe('the status of an invite', () => {
  const table: [invalidated: boolean, submitted: boolean, late: boolean, status: InviteStatus][] = [
    [false, false, false, 'active'],
    [false, false, true, 'expired'],
    [false, true, false, 'completed'],
    [false, true, true, 'completed'],
    [true, false, false, 'invalidated'],
    [true, false, true, 'invalidated'],
    [true, true, false, 'invalidated'],
    [true, true, true, 'invalidated'],
  ];
  it.each(table)('invalidated %s, submitted %s, late %s: %s', (...row) => {
    const [invalidated, submitted, late, status] = row;
    const one = invite({ ...(late && expired), invalidatedAt: invalidated ? at(-1) : null });
    expect(inviteState({ submittedAt: submitted ? at(-1) : null }, one, now)).toBe(status);
  });

  it('expires in the moment that its newest link does', () => {
    const resent = invite({
      expiresInHours: 2,
      sends: [
        { mailId: null, at: at(-3) },
        { mailId: null, at: at(-1) },
      ],
    });
    expect(inviteState({ submittedAt: null }, resent, new Date(at(1).getTime() - 1))).toBe(
      'active',
    );
    expect(inviteState({ submittedAt: null }, resent, at(1))).toBe('expired');
  });
});

describe('the state of its capture', () => {
  const item = (fields: Partial<EvidenceItem>) => ({ ...fields }) as EvidenceItem;
  const own = item({ source: 'self_service', receivedAt: at(0) });
  const before = item({ source: 'self_service', receivedAt: at(-2) });
  const verifiers = item({ source: 'provider', receivedAt: at(0) });
  const table: [string, Partial<Invite>, Partial<Job>][] = [
    ['not_started', {}, { evidence: [] }],
    ['not_started', {}, { evidence: [before, verifiers] }],
    ['opened', { openedAt: at(0) }, { evidence: [] }],
    ['capturing', { openedAt: at(0) }, { evidence: [own] }],
    ['capturing', {}, { evidence: [own] }],
    ['capturing', { createdAt: at(0) }, { evidence: [own] }],
    ['submitted', { openedAt: at(0) }, { evidence: [own], submittedAt: at(1) }],
    // What came after it was replaced is of another invite.
    ['opened', { openedAt: at(-1), invalidatedAt: at(-0.5) }, { evidence: [own] }],
    ['capturing', { invalidatedAt: at(1) }, { evidence: [own], submittedAt: at(2) }],
  ];
  it.each(table)('is %s with %j and %j', (state, fields, given) => {
    const { evidence = [], submittedAt = null } = given;
    expect(captureState({ evidence, submittedAt }, invite(fields))).toBe(state);
  });
});

const invitee = {
  inviteeName: 'Alan Turing',
  inviteeRole: null,
  inviteePhone: null,
  inviteeEmail: null,
  channel: 'link',
  preferredLanguage: null,
  expiresInHours: 24,
} as const;

const codeOf = (plan: () => unknown): string => {
  try {
    return plan() === null ? 'nothing' : 'planned';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('what may be done', () => {
  const statuses: InviteStatus[] = ['active', 'expired', 'invalidated', 'completed'];
  /** A job with an invite that shows the status. */
  const showing: Record<InviteStatus, () => { found: Job; one: Invite }> = {
    active: () => ({ found: job(), one: invite() }),
    expired: () => ({ found: job({ status: 'open', assignment: null }), one: invite(expired) }),
    invalidated: () => ({
      found: job({ status: 'open', assignment: null }),
      one: invite({ invalidatedAt: at(-0.5) }),
    }),
    completed: () => ({ found: job({ status: 'submitted', submittedAt: at(0) }), one: invite() }),
  };
  const plans: Record<string, (found: Job, one: Invite) => JobChange | null> = {
    create: (found) => planInvite(found, invitee, now),
    'start oneself': (found) => planOwnInvite(found, 'Ada', now),
    resend: (found, one) => planResend(found, one, now),
    reassign: (found, one) => planReassignment(found, one, invitee, now),
    revoke: (found, one) => planRevocation(found, one, null, now),
  };
  const rejected = 'invalid_transition';
  const table: Record<string, Record<InviteStatus, string>> = {
    create: {
      active: 'invite_active',
      expired: 'planned',
      invalidated: 'planned',
      completed: rejected,
    },
    'start oneself': {
      active: 'planned',
      expired: 'planned',
      invalidated: 'planned',
      completed: rejected,
    },
    resend: { active: 'planned', expired: 'planned', invalidated: rejected, completed: rejected },
    reassign: { active: 'planned', expired: 'planned', invalidated: rejected, completed: rejected },
    revoke: { active: 'planned', expired: 'planned', invalidated: 'nothing', completed: rejected },
  };
  const rows = Object.entries(table).flatMap(([name, outcomes]) =>
    statuses.map((status) => ({ name, status, outcome: outcomes[status] })),
  );
  it.each(rows)('$name on an invite that is $status: $outcome', ({ name, status, outcome }) => {
    const { found, one } = showing[status]();
    const whole = { ...found, invites: [one] };
    expect(inviteState(whole, one, now)).toBe(status);
    expect(codeOf(() => plans[name]?.(whole, one))).toBe(outcome);
  });

  const inviting = ['open', 'assigned', 'in_progress'];
  it.each(jobStatus.options)('only while the job takes evidence: %s', (status) => {
    const found = job({ status, assignment: null });
    const outcome = inviting.includes(status) ? 'planned' : rejected;
    for (const plan of Object.values(plans)) {
      const one = invite(expired);
      expect(codeOf(() => plan({ ...found, invites: [one] }, one))).toBe(outcome);
    }
  });

  it('is bounded, for others than the requester', () => {
    const send = { mailId: null, at: at(-1) };
    const worn = invite({ sends: Array(5).fill(send), tokenIds: Array(5).fill('token-1') });
    expect(codeOf(() => planResend(job({ invites: [worn] }), worn, now))).toBe('invite_limit');
    expect(viewInvite(job({ invites: [worn] }), worn, now)).toMatchObject({ canResend: false });
    const over = { ...worn, invalidatedAt: at(0) };
    expect(codeOf(() => planResend(job({ invites: [over] }), over, now))).toBe(rejected);
    const many = Array.from({ length: 20 }, (_, i) =>
      invite({ inviteId: `invite-${i}`, ...(i < 19 && { invalidatedAt: at(0) }) }),
    );
    const found = job({ invites: many });
    const last = many[19] as Invite;
    expect(codeOf(() => planReassignment(found, last, invitee, now))).toBe('invite_limit');
    expect(viewInvite(found, last, now)).toMatchObject({ canResend: true, canReassign: false });
    const oneOwn = invite({ own: true, invalidatedAt: at(0) });
    const fewer = job({ invites: [oneOwn, ...many.slice(1)] });
    expect(viewInvite(fewer, last, now)).toMatchObject({ canReassign: true });
    const own = planOwnInvite(found, 'Ada', now).after;
    expect(own.invites).toHaveLength(21);
    expect(codeOf(() => planInvite(own, invitee, now))).toBe('invite_limit');
  });
});

describe('a plan', () => {
  const typesOf = (change: JobChange) => change.events.map(({ type }) => type);

  it('to invite revokes every other token and replaces the requester’s own link', () => {
    const own = planOwnInvite(job({ status: 'open', tokens: [], assignment: null }), 'Ada', at(-1));
    const change = planInvite(own.after, { ...invitee, channel: 'email' }, now);
    const [first, second] = change.after.invites ?? [];
    expect([first?.invalidatedAt, second?.invalidatedAt]).toEqual([now, null]);
    expect(change.after.tokens.map(({ revokedAt }) => revokedAt)).toEqual([now, null]);
    expect(change.after.assignment?.tokenId).toBe(second?.tokenIds[0]);
    expect(typesOf(change)).toEqual(['job.assigned', 'invite.created']);
    expect(second?.sends[0]?.mailId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('of the requester’s own link renews it, and keeps one', () => {
    const first = planOwnInvite(job({ status: 'open', tokens: [], assignment: null }), 'Ada', now);
    const again = planOwnInvite(first.after, 'Ada', at(1));
    expect(again.after.invites).toHaveLength(1);
    expect(again.after.invites?.[0]?.inviteId).toBe(first.after.invites?.[0]?.inviteId);
    expect(again.after.invites?.[0]?.tokenIds).toEqual([again.after.tokens.at(-1)?.tokenId]);
    const given = planInvite(again.after, invitee, at(2));
    const back = planOwnInvite(given.after, 'Ada', at(3));
    expect(back.after.invites?.map(({ own }) => own)).toEqual([false, true]);
    expect(typesOf(back)).toEqual(['job.assigned', 'invite.created']);
  });

  it('to revoke opens a job on which no work has begun', () => {
    const found = job({ invites: [invite()] });
    const change = planRevocation(found, invite(), 'Wrong person', now) as JobChange;
    expect(change.after).toMatchObject({ status: 'open', assignment: null });
    expect(change.after.tokens[0]?.revokedAt).toEqual(now);
    expect(typesOf(change)).toEqual(['invite.revoked', 'job.opened']);
    expect(change.events[0]?.data).toMatchObject({ reason: 'Wrong person' });
  });

  it('to revoke leaves work in progress without an assignee', () => {
    const found = job({ status: 'in_progress', invites: [invite()] });
    const change = planRevocation(found, invite(), null, now) as JobChange;
    expect(change.after).toMatchObject({ status: 'in_progress', assignment: null });
    expect(change.after.tokens[0]?.revokedAt).toEqual(now);
  });

  it('to note the first opening is made once', () => {
    const found = job({ invites: [invite()] });
    const change = planOpening(found, 'token-1', now);
    expect(change?.after.invites?.[0]?.openedAt).toEqual(now);
    expect(planOpening(change?.after as Job, 'token-1', at(1))).toBeNull();
    expect(planOpening(found, 'another', now)).toBeNull();
    expect(planOpening(job(), 'token-1', now)).toBeNull();
  });
});

describe('the end of a job', () => {
  const invalidatedAfter = (found: Job, ...moves: JobStatus[]) => {
    const change = new JobChange({ ...found, invites: [invite()] }, now);
    for (const to of moves) change.move(to);
    return change.after.invites?.[0]?.invalidatedAt;
  };
  const submitted = job({ status: 'submitted', submittedAt: at(0) });
  const table: [string, Job, JobStatus[], Date | null][] = [
    ['cancelled while assigned', job(), ['cancelled'], now],
    ['expired', job({ status: 'in_progress' }), ['expired'], now],
    ['failed at work', job({ status: 'in_progress' }), ['failed'], now],
    // Its evidence was complete: it stays so, until the job is to be done again by somebody else.
    ['failed by review', submitted, ['failed'], null],
    ['failed by review and opened again', submitted, ['failed', 'open'], now],
    ['disputed and cancelled', submitted, ['completed', 'disputed', 'cancelled'], null],
    ['set back', submitted, ['in_progress'], null],
    ['open again by expiry', job(), ['open'], null],
  ];
  it.each(table)('%s', (_, found, moves, expected) => {
    expect(invalidatedAfter(found, ...moves)).toEqual(expected);
  });

  it('adds no field to a job that never had invites', () => {
    const change = new JobChange(job({ status: 'in_progress' }), now).move('failed').move('open');
    expect(change.after.invites).toBeUndefined();
  });
});
