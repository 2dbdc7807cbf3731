import { expect } from 'vitest';
import type { DispatchRun } from '../../../src/modules/dispatch/dispatch-run.js';
import type { Provider } from '../../../src/modules/provider/provider.js';
import { type Api, type ApiAnswer, restApi } from '../../support/apis.js';
import type { Json, TestApp } from '../../support/app.js';

export const unknownId = '019c1000-0000-7000-8000-00000000ffff';

export const runsOf = (app: TestApp) => app.db.collection<DispatchRun>('dispatch_runs');
export const providersOf = (app: TestApp) => app.db.collection<Provider>('providers');

/** Returns a stored run without its outbox. */
export const storedRun = async (app: TestApp, id: string): Promise<DispatchRun> =>
  (await runsOf(app).findOne({ _id: id }, { projection: { outbox: 0 } })) as DispatchRun;

export const providerBody = (fields: Record<string, unknown> = {}): Record<string, unknown> => ({
  label: 'Kim Verifier',
  channel: 'link',
  market_city_keys: ['berlin'],
  ...fields,
});

export async function register(app: TestApp, fields: Record<string, unknown> = {}): Promise<Json> {
  const answer = await restApi.call(app, 'createProvider', { input: providerBody(fields) });
  expect(answer.code).toBeUndefined();
  return answer.body;
}

/** Registers providers named A, B, C and so on. @returns their ids */
export async function registerMany(app: TestApp, count: number, fields = {}): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    const label = `Verifier ${String.fromCharCode(65 + i)}`;
    ids.push((await register(app, { label, ...fields })).provider_id);
  }
  return ids;
}

export const start = (
  app: TestApp,
  jobId: string,
  input: Record<string, unknown> = {},
  api: Api = restApi,
): Promise<ApiAnswer> => api.call(app, 'startDispatchRun', { id: jobId, input });

/** Returns a run's threads from GraphQL, by rank. */
export async function threads(app: TestApp, runId: string): Promise<Json[]> {
  const { data, errors } = await app.graphql(
    `query($id: ID!) { dispatchRun(id: $id) { threads {
      threadId candidateId providerId label channel email sourceKind rank distanceKm state wave
      offeredAt expiresAt answeredAt declineReason offerUrl } } }`,
    { id: runId },
  );
  expect(errors).toBeUndefined();
  return data.dispatchRun.threads;
}

export const states = async (app: TestApp, runId: string): Promise<string> =>
  (await threads(app, runId)).map(({ state }) => state.toLowerCase()).join(' ');

/** Returns the tokens of a run's open offers, by rank. */
export async function tokens(app: TestApp, runId: string): Promise<string[]> {
  const all = await threads(app, runId);
  return all.flatMap(({ offerUrl }) => (offerUrl ? [String(offerUrl).split('#')[1] ?? ''] : []));
}

/** Returns request options with the token of an offer or a task. */
export const by = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

/** Returns the data of the events about a run, in order. */
export async function eventsOf(app: TestApp, runId: string): Promise<Json[]> {
  await app.services.relay.drain();
  const found = await app.db
    .collection('events')
    .find({ 'data.run_id': runId })
    .sort({ seq: 1 })
    .toArray();
  return found.filter(({ type }) => type.startsWith('dispatch.'));
}
