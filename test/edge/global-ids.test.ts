import { isInputObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allOperations } from '../../src/graphql/operations.js';
import { schema } from '../../src/graphql/schema.js';
import { completedJob } from '../report/support/flow.js';
import { type Json, jobBody, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
let jobId: string;
let other: string;
let site: { requestId: string; accessToken: string };
beforeAll(async () => {
  app = await startTestApp();
  ({ jobId } = await completedJob(app));
  other = (await app.rest('POST', '/v1/jobs', { body: jobBody() })).body.job_id;
  const { nonce: _, ...request } = jobBody();
  const { body } = await app.rest('POST', '/v1/public/site-checks', {
    key: null,
    body: { ...request, email: 'guest@example.com', intake_submission_id: 'intake-0001' },
  });
  site = { requestId: body.request_id, accessToken: body.access_token };
});
afterAll(() => app.stop());

const globalId = (type: string, id: string) => Buffer.from(`${type}:${id}`).toString('base64');
const unknown = '01890000-0000-7000-8000-000000000000';

describe('the global id of a job', () => {
  it('is what Job.id returns, and reads the job', async () => {
    const document = 'query($id: ID!) { job(id: $id) { id jobId } }';
    const { data } = await app.graphql(document, { id: jobId });
    expect(data.job).toEqual({ id: globalId('Job', jobId), jobId });
    expect((await app.graphql(document, { id: data.job.id })).data).toEqual(data);
    const literal = `{ job(id: "${data.job.id}") { id jobId } }`;
    expect((await app.graphql(literal)).data).toEqual(data);
  });

  it('cancels the job', async () => {
    const { data } = await app.graphql(
      'mutation($id: ID!) { cancelJob(id: $id, reason: "Moved") { jobId } }',
      { id: globalId('Job', other) },
    );
    expect(data.cancelJob).toEqual({ jobId: other });
    expect((await app.jobs.findOne({ _id: other }))?.status).toBe('cancelled');
  });

  it('creates and reads the report of the job', async () => {
    const variables = { id: globalId('Job', jobId) };
    const created = await app.graphql(
      'mutation($id: ID!) { createRealityReport(id: $id) { jobId } }',
      variables,
    );
    expect(created.data.createRealityReport).toEqual({ jobId });
    const read = await app.graphql('query($id: ID!) { report(jobId: $id) { jobId } }', variables);
    expect(read.data.report).toEqual({ jobId });
  });

  it('filters lists like the plain id', async () => {
    await app.services.relay.drain();
    const document = `query($id: String) {
      events(jobId: $id) { nodes { type } }
      agentActionEvents(filter: { jobId: $id }) { nodes { id } }
      emailMessages(filter: { relatedJobId: $id }) { items { id } }
      dispatchRuns(jobId: $id) { nodes { id } }
    }`;
    const noted = await app.graphql(
      'mutation($input: RecordAgentActionInput!) { recordAgentAction(input: $input) { jobId } }',
      { input: { agentName: 'triage', actionType: 'noted', jobId } },
    );
    expect(noted.data.recordAgentAction).toEqual({ jobId });
    const [plain, global] = await Promise.all(
      [jobId, globalId('Job', jobId)].map((id) => app.graphql(document, { id })),
    );
    expect(plain?.errors).toBeUndefined();
    expect(plain?.data.events.nodes.length).toBeGreaterThan(0);
    expect(plain?.data.agentActionEvents.nodes).toHaveLength(1);
    expect(global?.data).toEqual(plain?.data);
    const foreign = await app.graphql(document, { id: globalId('SiteCheck', jobId) });
    expect(foreign.data.events.nodes).toEqual([]);
    expect(foreign.data.agentActionEvents.nodes).toEqual([]);
  });

  it('is stored as the plain id if it is part of an input', async () => {
    const record = (id: string) =>
      app.graphql(
        `mutation($id: String) {
          recordAgentAction(input: { agentName: "triage", actionType: "called", jobId: $id }) { jobId }
        }`,
        { id },
      );
    expect((await record(globalId('Job', jobId))).data.recordAgentAction).toEqual({ jobId });
    const actions = app.db.collection('agent_actions');
    expect(await actions.countDocuments({ actionType: 'called', jobId })).toBe(1);
    for (const type of ['SiteCheck', 'CustomerRequest', 'Report']) {
      const { errors } = await record(globalId(type, jobId));
      expect(errors?.[0]?.extensions['code']).toBe('JOB_NOT_FOUND');
    }
    expect(await actions.countDocuments({ actionType: 'called' })).toBe(1);
  });
});

it('siteCheck accepts the global id of a site check with its access token', async () => {
  const read = (requestId: string) =>
    app.graphql(
      'query($id: ID!, $token: String!) { siteCheck(requestId: $id, accessToken: $token) { id requestId } }',
      { id: requestId, token: site.accessToken },
      { key: null },
    );
  const id = globalId('SiteCheck', site.requestId);
  expect((await read(id)).data.siteCheck).toEqual({ id, requestId: site.requestId });
  for (const type of ['Job', 'CustomerRequest']) {
    const { errors } = await read(globalId(type, site.requestId));
    expect(errors?.[0]?.extensions['code']).toBe('SITE_CHECK_NOT_FOUND');
  }
});

describe('every argument and input member that identifies a Node', () => {
  const nodes: Record<string, string> = {
    job_not_found: 'Job',
    site_check_not_found: 'SiteCheck',
  };

  it('has a description that mentions the global id', () => {
    const missing: string[] = [];
    const check = (name: string, fields: readonly Json[]) => {
      for (const field of fields) {
        const names = /^(job|relatedJob|request)Id$/.test(field.name);
        if (names && !field.description.includes('global id'))
          missing.push(`${name}.${field.name}`);
      }
    };
    for (const type of Object.values(schema.getTypeMap())) {
      if (isInputObjectType(type)) check(type.name, Object.values(type.getFields()));
    }
    for (const root of [
      schema.getQueryType(),
      schema.getMutationType(),
      schema.getSubscriptionType(),
    ]) {
      for (const { name, args } of Object.values(root?.getFields() ?? {})) check(name, args);
    }
    for (const { name, target } of allOperations()) {
      if (target?.missing && nodes[target.missing] && !target.node) missing.push(name);
    }
    expect(missing).toEqual([]);
  });
});

it('job finds nothing for a global id of another type or of an unknown job', async () => {
  const document = 'query($id: ID!) { job(id: $id) { jobId } }';
  for (const id of [
    globalId('SiteCheck', jobId),
    globalId('CustomerRequest', jobId),
    globalId('Report', `${jobId}:1`),
    globalId('Job', unknown),
    globalId('Job', globalId('Job', jobId)),
    globalId('Integrator', jobId),
  ]) {
    const { data, errors } = await app.graphql(document, { id });
    expect(data.job).toBeNull();
    expect(errors?.[0]?.extensions['code']).toBe('JOB_NOT_FOUND');
  }
});
