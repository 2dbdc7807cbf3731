import { restApi } from '../../support/apis.js';
import { hours, type Json, startTestApp, type TestApp } from '../../support/app.js';

/** Starts an app whose clock moves only when the test advances it. */
export const startCadenceApp = (env: Record<string, string> = {}) =>
  startTestApp(env, { frozenAt: new Date('2026-01-30T12:00:00Z') });

/** Evaluates a cadence. */
export async function evaluate(app: TestApp, input: Record<string, unknown> = {}): Promise<Json> {
  const { body, code } = await restApi.call(app, 'evaluateAdaptiveCadence', { input });
  if (code) throw new Error(`the evaluation was refused: ${code}`);
  return body;
}

/** Returns the alerts of a preview by key, with their severities. */
export async function alertsOf(
  app: TestApp,
  scopeKey = 'primary',
): Promise<Record<string, string>> {
  const { data, errors } = await app.graphql(
    `mutation($scopeKey: String!) { evaluateAdaptiveCadence(input: { scopeKey: $scopeKey, persistState: false })
      { alerts { key severity message since } } }`,
    { scopeKey },
  );
  if (errors) throw new Error(errors[0]?.message);
  return Object.fromEntries(
    data.evaluateAdaptiveCadence.alerts.map(({ key, severity }: Json) => [
      key,
      severity.toLowerCase(),
    ]),
  );
}

/**
 * Returns all stored documents, for comparing them later. Runs the followers of earlier events first, because their
 * work would look like a change.
 */
export async function everything(app: TestApp): Promise<Record<string, Json[]>> {
  await app.services.relay.drain();
  await app.services.followers.catchUp();
  const collections = await app.db.listCollections({}, { nameOnly: true }).toArray();
  const names = collections.map(({ name }) => name).filter((name) => name !== 'leases');
  const stored = await Promise.all(
    names.map(async (name) => [name, await app.db.collection(name).find().toArray()] as const),
  );
  return Object.fromEntries(stored.filter(([, documents]) => documents.length > 0).sort());
}

export const ticketsOf = (app: TestApp, owningPlane: string): Promise<Json[]> =>
  app.db.collection('director_tickets').find({ owningPlane }).sort({ createdAt: 1 }).toArray();

export const entriesOf = (app: TestApp, category: string): Promise<Json[]> =>
  app.db.collection('decisions').find({ category }).sort({ createdAt: 1 }).toArray();

const leases = (app: TestApp) => app.db.collection<{ _id: string }>('leases');

/** Stores an event of this age in an outbox, and blocks the relay by holding its lease. */
export async function lagRelay(app: TestApp, seconds: number): Promise<void> {
  await app.services.relay.drain();
  await app.services.relay.stop();
  const lease = { _id: 'relay', holder: 'the test', expiresAt: new Date(Date.now() + hours(1)) };
  await leases(app).insertOne(lease);
  const made = (Date.now() - seconds * 1000).toString(16).padStart(12, '0');
  const id = `${made.slice(0, 8)}-${made.slice(8)}-7000-8000-000000000000`;
  const event = { id, type: 'job.created', timestamp: app.now(), data: {}, revision: 1 };
  await app.db.collection('jobs').insertOne({
    _id: `lagging-${id}` as never,
    integratorId: 'nobody',
    status: 'cancelled',
    nonce: id,
    outbox: [event],
  });
}

/** Releases the relay. */
export async function freeRelay(app: TestApp): Promise<void> {
  await leases(app).deleteOne({ _id: 'relay' });
  await app.services.relay.drain();
  await app.db.collection('jobs').deleteMany({ integratorId: 'nobody' });
}
