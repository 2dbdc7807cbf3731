import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Aggregate, aggregatePolicies } from '../../src/aggregate/change.js';
import { loggedEventPolicies } from '../../src/aggregate/event-log.js';
import {
  erasedFields,
  exportedFields,
  type FieldPolicies,
  kept,
} from '../../src/lib/field-policy.js';
import {
  agentActionPolicies,
  agentStatePolicies,
  agentTelemetryPolicies,
} from '../../src/modules/agent/agent.js';
import { cadenceStatePolicies } from '../../src/modules/cadence/cadence.js';
import { type Customer, customerPolicies } from '../../src/modules/customer/customer.js';
import { resetRequestPolicies } from '../../src/modules/customer/password-resets.js';
import { runPolicies } from '../../src/modules/dispatch/dispatch-run.js';
import { idempotencyPolicies } from '../../src/modules/idempotency/idempotency.store.js';
import { inboxMessagePolicies } from '../../src/modules/inbox/inbox-message.js';
import { integratorPolicies } from '../../src/modules/integrator/integrator.js';
import { type Job, jobPolicies } from '../../src/modules/job/job.js';
import { kpiSnapshotPolicies } from '../../src/modules/kpi/kpi.js';
import { type Mail, mailPolicies } from '../../src/modules/mail/mail.js';
import { mailPreferencePolicies } from '../../src/modules/mail/mail-preferences.js';
import { smsOptOutPolicies } from '../../src/modules/mail/sms-opt-outs.js';
import { providerPolicies } from '../../src/modules/provider/provider.js';
import { pushSubscriptionPolicies } from '../../src/modules/push/push-subscription.js';
import {
  pendingReportPolicies,
  reportBodyPolicies,
  reportCountersPolicies,
} from '../../src/modules/report/report.store.js';
import { shareLinkPolicies } from '../../src/modules/share-link/share-link.js';
import { type SiteCheck, siteCheckPolicies } from '../../src/modules/site-check/site-check.js';
import { deliveryPolicies } from '../../src/modules/webhook/delivery.js';
import { register } from '../customer/support/accounts.js';
import { made } from '../customer-request/support/requests.js';
import { register as registerProvider, start } from '../dispatch/support/scene.js';
import { createJob } from '../evidence/support/scene.js';
import { messageBody } from '../inbox/support/scene.js';
import { request } from '../site-check/support/flow.js';
import { restApi } from '../support/apis.js';
import { type Json, pilotKey, startTestApp, type TestApp } from '../support/app.js';
import { tracesOf } from './support/traces.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

interface Policy {
  erase?: unknown;
  export: boolean | string;
  fields?: Policies;
}
type Policies = Readonly<Record<string, Policy>>;

/** A field of a record, or of a record inside it, by its path. */
const pathsOf = (policies: Policies, prefix = ''): [path: string, policy: Policy][] =>
  Object.entries(policies).flatMap(([key, policy]) => [
    [`${prefix}${key}`, policy],
    ...(policy.fields ? pathsOf(policy.fields, `${prefix}${key}.`) : []),
  ]);

/** Fields of a question that hold values of its answer. */
const conditions = new Set(['evidenceWhen', 'commentWhen', 'flagWhen']);

/** Every field with a text that names its path, unless an erasure keeps it. Lists have names in the plural. */
function filled(policies: Policies, stored: Json, needle: string, prefix = ''): Json {
  const after = { ...stored };
  for (const [key, policy] of Object.entries(policies)) {
    const { erase, fields } = policy;
    const value = stored[key];
    const mark = `${needle}:${prefix}${key}.`;
    // A part of an option cannot be read.
    if (key === 'options' && Array.isArray(value) && value.length === 0) continue;
    if (fields) {
      const records: Json[] = Array.isArray(value) && value.length > 0 ? value : [value ?? {}];
      const inside = records.map((one) =>
        filled(fields, Array.isArray(one) ? {} : one, needle, `${prefix}${key}.`),
      );
      if (Object.keys(inside[0] ?? {}).length === 0) continue;
      after[key] = Array.isArray(value) || /[^s]s$|Session$/.test(key) ? inside : inside[0];
    } else if (erase !== 'keep' && !String(value).includes(needle)) {
      if (erase === 'coarsen' || typeof value === 'number') after[key] = 51.234567;
      else if (erase === 'empty' || conditions.has(key)) after[key] = [mark];
      else after[key] = mark;
    }
  }
  return after;
}

/** Paths of the fields of stored documents that have no policy. */
const withoutPolicy = (policies: Policies, stored: Json, prefix = ''): string[] =>
  Object.entries(stored).flatMap(([key, value]) => {
    const policy = policies[key];
    if (!policy) return [`${prefix}${key}`];
    const { fields } = policy;
    if (!fields || value === null) return [];
    const records: Json[] = Array.isArray(value) ? value : [value];
    return records.flatMap((one) => withoutPolicy(fields, one, `${prefix}${key}.`));
  });

const documents = (collection: string) => app.db.collection<{ _id: string } & Json>(collection);

async function stored(collection: string, id: string): Promise<Json> {
  const found = await documents(collection).findOne({ _id: id });
  if (!found) throw new Error(`${collection} has no document ${id}`);
  return found;
}

/** Fills a stored document but for some of its fields, and returns it. */
async function fill(
  { collection, policies }: Pick<Scene, 'collection' | 'policies'>,
  { id, needle, except = [] }: { id: string; needle: string; except?: string[] },
): Promise<Json> {
  await settle();
  const before = await stored(collection, id);
  const after = filled(policies, before, needle);
  for (const key of except) after[key] = before[key];
  await documents(collection).replaceOne({ _id: id }, after);
  return after;
}

async function call(name: string, options: Parameters<typeof restApi.call>[2]): Promise<Json> {
  const { body, code } = await restApi.call(app, name, options);
  expect([name, code]).toEqual([name, undefined]);
  return body;
}

async function settle(): Promise<void> {
  await app.services.relay.drain();
  await app.services.followers.catchUp();
}

/** Paths of a filled document whose value an erasure has to change, but has not. */
const left = (policies: Policies, before: Json, after: Json, prefix = ''): string[] =>
  Object.entries(policies).flatMap(([key, { erase, fields }]) => {
    if (before[key] == null) return [];
    if (fields && after[key] && before[key]) {
      const [from, to] = [[before[key]].flat(), [after[key]].flat()];
      return to.flatMap((one, i) => left(fields, from[i] ?? {}, one, `${prefix}${key}.`));
    }
    if (erase === 'keep' || erase === undefined) return [];
    const same = JSON.stringify(before[key]) === JSON.stringify(after[key]);
    return same ? [`${prefix}${key}`] : [];
  });

async function cancelledJob(): Promise<string> {
  const id = await createJob(app);
  await call('cancelJob', { id, input: { reason: 'It has moved.' } });
  return id;
}

/** A cancelled job with a question of each part, and an answer that was changed. */
async function answeredJob(): Promise<string> {
  const options = [
    { key: 'red', label: 'Red' },
    { key: 'blue', label: 'Blue' },
  ];
  const colour = { question_key: 'colour', label: 'Colour?', kind: 'choice', options };
  const id = await createJob(app, { questions: [colour] });
  for (const value of ['red', 'blue']) {
    const answers = [{ question_key: 'colour', value, comment: 'By daylight.' }];
    await call('submitAnswers', { id, input: { answers } });
  }
  await call('cancelJob', { id, input: { reason: 'It has moved.' } });
  return id;
}

const mailTo = (to: string, about: Mail['about']): Mail => ({
  _id: `019c1000-0000-7000-8000-${String(Math.random()).slice(2, 14).padEnd(12, '0')}`,
  integratorId: app.services.publicIntegratorId,
  status: 'sent',
  kind: 'outbound',
  to,
  toKey: to,
  from: null,
  subject: null,
  text: null,
  references: [],
  about,
  actor: null,
  attempts: 1,
  lastError: null,
  messageId: `${Math.random()}@service.test`,
  createdAt: app.services.clock.now(),
  sentAt: app.services.clock.now(),
  revision: 1,
  updatedAt: app.services.clock.now(),
  outbox: [],
});

interface Scene {
  collection: string;
  policies: Policies;
  /** Stores a record; returns its id, and how to erase it over the API. */
  make(needle: string): Promise<{ id: string; erase(): Promise<unknown> }>;
}

const scenes: Scene[] = [
  {
    collection: 'jobs',
    policies: jobPolicies,
    async make() {
      const id = await answeredJob();
      return { id, erase: () => call('eraseJob', { id }) };
    },
  },
  {
    collection: 'site_checks',
    policies: siteCheckPolicies,
    async make() {
      const opened = await request(app);
      await call('cancelSiteCheck', opened);
      return {
        id: opened.id,
        erase: () => call('eraseSiteCheck', { id: opened.id, key: pilotKey }),
      };
    },
  },
  {
    collection: 'customers',
    policies: customerPolicies,
    async make() {
      const { id } = await register(app);
      return { id, erase: () => call('eraseCustomerAccount', { id, input: { force: false } }) };
    },
  },
  {
    collection: 'providers',
    policies: providerPolicies,
    async make() {
      const { provider_id: id } = await registerProvider(app);
      return { id, erase: () => call('eraseProvider', { id }) };
    },
  },
  {
    collection: 'dispatch_runs',
    policies: runPolicies,
    async make() {
      const jobId = await createJob(app);
      const candidates = [{ label: 'Kim', email: 'kim@example.org' }];
      const { body } = await start(app, jobId, { candidates });
      await call('cancelDispatchRun', { id: body.id ?? body.run_id, input: {} });
      await call('cancelJob', { id: jobId, input: {} });
      return { id: body.id ?? body.run_id, erase: () => call('eraseJob', { id: jobId }) };
    },
  },
  {
    collection: 'mails',
    policies: mailPolicies,
    async make() {
      const jobId = await cancelledJob();
      const mail = mailTo('kim@example.org', { jobId });
      await app.db.collection<Mail>('mails').insertOne(mail);
      return { id: mail._id, erase: () => call('eraseJob', { id: jobId }) };
    },
  },
  {
    collection: 'inbox_messages',
    policies: inboxMessagePolicies,
    async make(needle) {
      const from = `${needle.toLowerCase()}@example.org`;
      const opened = await request(app, { requester_email: from });
      await call('cancelSiteCheck', opened);
      const input = messageBody({ from_email: from });
      const { message_id: id } = await call('ingestEmailMessage', { input });
      await documents('inbox_messages').updateOne(
        { _id: id },
        { $set: { relatedJobId: opened.jobId } },
      );
      return { id, erase: () => call('eraseSiteCheck', { id: opened.id, key: pilotKey }) };
    },
  },
];

describe.each(scenes)('erasing what $collection holds', (scene) => {
  const { collection, policies, make } = scene;
  it('changes every field whose policy is not to keep it, and leaves no text of it anywhere', async () => {
    const needle = `zw${collection.replace('_', '')}x`;
    const { id, erase } = await make(needle);
    const before = await fill(scene, { id, needle });
    const marked = JSON.stringify(before);
    for (const [path, policy] of pathsOf(policies)) {
      if (policy.fields || policy.erase === 'keep') continue;
      expect(marked, path).toContain(`"${path.split('.').at(-1)}":`);
    }
    await erase();
    await settle();
    const after = await stored(collection, id);
    expect(left(policies, before, after)).toEqual([]);
    expect(await tracesOf(app, [needle])).toEqual([]);
  });

  it('finds only fields that have a policy', async () => {
    const all = await documents(collection).find().toArray();
    expect(all).not.toEqual([]);
    expect(all.flatMap((one) => withoutPolicy(policies, one))).toEqual([]);
  });
});

describe('the export of an account', () => {
  it('has every field whose policy says so, and no text of any other', async () => {
    const account = await register(app);
    const { id, jobId } = await made(app, account);
    await call('cancelCustomerRequest', { id, session: account.session, input: {} });
    const needle = 'zwexportx';
    const siteCheck = { collection: 'site_checks', policies: siteCheckPolicies };
    const job = { collection: 'jobs', policies: jobPolicies };
    // Filled in part, answers are no answers.
    const kept = ['customerId', 'questions', 'answers', 'earlierAnswers'];
    const filledCheck = await fill(siteCheck, { id, needle, except: ['customerId'] });
    const filledJob = await fill(job, { id: jobId, needle, except: [...kept, 'reports'] });

    const answer = await call('customerExport', { session: account.session });
    const [exported] = answer.requests;
    const expected = {
      ...exportedFields(siteCheckPolicies, filledCheck as SiteCheck),
      ...exportedFields(jobPolicies, filledJob as Job),
    };
    expect(exported).toMatchObject(JSON.parse(JSON.stringify(expected)));
    const isExported = ([, policy]: [string, Policy]) => policy.export !== false;
    const may = [...pathsOf(siteCheckPolicies), ...pathsOf(jobPolicies)].filter(isExported);
    const texts = JSON.stringify(exported).match(/zwexportx:[\w.]+\./g) ?? [];
    expect(texts).not.toEqual([]);
    const paths = texts.map((text) => text.slice(needle.length + 1, -1));
    expect(paths.filter((path) => !may.some(([one]) => one === path))).toEqual([]);
    expect(Object.keys(exportedFields(customerPolicies, {} as Customer)).sort()).toEqual(
      [...Object.keys(answer.account), 'sessions'].sort(),
    );
  });
});

/** Policies of the records that no erasure walks through above and no aggregate store checks. */
const otherRecords: Readonly<Record<string, Policies>> = {
  agent_actions: agentActionPolicies,
  agent_states: agentStatePolicies,
  agent_telemetry: agentTelemetryPolicies,
  cadence_states: cadenceStatePolicies,
  events: loggedEventPolicies,
  idempotency: idempotencyPolicies,
  integrators: integratorPolicies,
  kpi_snapshots: kpiSnapshotPolicies,
  password_resets: resetRequestPolicies,
  report_bodies: reportBodyPolicies,
  report_counters: reportCountersPolicies,
  report_pending: pendingReportPolicies,
  mail_preferences: mailPreferencePolicies,
  push_subscriptions: pushSubscriptionPolicies,
  share_links: shareLinkPolicies,
  sms_opt_outs: smsOptOutPolicies,
  webhook_deliveries: deliveryPolicies,
};

/** Collections of marks, leases, keys, files and hashes: no text that a caller sent is stored there. */
const technical = [
  /^(evidence|pdfs)\./,
  /^(followers|follower_retries|idempotency_erasures|kpi_marks|leases|log_\w+|migrations|pilot_key)$/,
  /^(rate_limits|report_certificates|report_timestamps|retention|schedules|server_keys)$/,
];

describe('every collection', () => {
  it('has a table of policies, or stores no text that a caller sent', async () => {
    const tables = {
      ...otherRecords,
      ...Object.fromEntries(scenes.map((one) => [one.collection, one.policies])),
    };
    const names = (await app.db.listCollections().toArray()).map(({ name }) => name);
    const known = (name: string) => name in tables || technical.some((one) => one.test(name));
    const others = names.filter((name) => !known(name));
    const stored = await Promise.all(
      others.map(async (name) => ({ name, indexes: await documents(name).indexes() })),
    );
    // An aggregate store, which has this index, stores no field without a policy.
    const unchecked = stored.filter(
      ({ indexes }) => !indexes.some(({ key }) => key['outbox.timestamp']),
    );
    expect(unchecked).toEqual([]);
    for (const [collection, policies] of Object.entries(tables)) {
      const all = await documents(collection).find().toArray();
      const paths = all.flatMap((one) => withoutPolicy(policies, one));
      expect([collection, paths]).toEqual([collection, []]);
    }
  });
});

describe('a field policy', () => {
  interface Note extends Aggregate {
    text: string;
    author?: string;
    remarks: { text: string }[];
  }
  const policies: FieldPolicies<Note> = {
    ...aggregatePolicies,
    text: { erase: 'text', export: true },
    author: { erase: 'remove', part: 'author', export: false },
    remarks: { fields: { text: { erase: 'text', export: true } }, export: 'comments' },
  };
  const note = { text: 'Hello', author: 'Ada', remarks: [{ text: 'Yes' }] } as Note;

  it('is required for every field', () => {
    const rest = { ...aggregatePolicies, text: kept, author: kept };
    // @ts-expect-error `remarks` has no policy.
    const missing: FieldPolicies<Note> = rest;
    const nested: FieldPolicies<Note> = {
      ...rest,
      // @ts-expect-error `text` of a remark has no policy.
      remarks: { fields: {}, export: false },
    };
    // @ts-expect-error A record inside a record needs the policies of its fields.
    const whole: FieldPolicies<Note> = { ...rest, remarks: kept };
    // @ts-expect-error A text that is never null cannot become null.
    const nulled: FieldPolicies<Note> = { ...policies, text: { erase: 'null', export: false } };
    expect([missing, nested, whole, nulled]).toHaveLength(4);
  });

  it('erases the whole record, or one part of it', () => {
    const at = new Date();
    expect(erasedFields(policies, note, { at })).toEqual({
      text: '[erased]',
      author: undefined,
      remarks: [{ text: '[erased]' }],
    });
    expect(erasedFields(policies, note, { at, parts: ['author'] })).toHaveProperty(
      'author',
      undefined,
    );
    expect(erasedFields(policies, note, { at, parts: ['author'] })).not.toHaveProperty('text');
  });

  it('names an exported field in snake case or as it says', () => {
    expect(exportedFields(policies, note)).toEqual({
      text: 'Hello',
      comments: [{ text: 'Yes' }],
    });
  });
});
