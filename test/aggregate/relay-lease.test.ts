import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Aggregate } from '../../src/aggregate/change.js';
import { createRelay } from '../../src/aggregate/relay.js';
import { newId } from '../../src/lib/ids.js';
import { jobBody, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

it('reads no events while another relay has the lease, and moves what waits after it', async () => {
  const source = app.db.collection<Aggregate>('source_of_another_process');
  const find = vi.spyOn(source, 'find');
  const event = { id: newId(), type: 'job.opened', timestamp: new Date(), data: {}, revision: 1 };
  await source.insertOne({
    _id: newId(),
    status: 'open',
    revision: 1,
    updatedAt: new Date(),
    integratorId: 'of-nobody',
    outbox: [event],
  } as unknown as Aggregate);
  await app.rest('POST', '/v1/jobs', { body: jobBody() });
  await app.services.relay.drain();

  const { events, log } = app.services;
  const relay = createRelay({ events, sources: [source], log });
  await relay.drain();
  expect(find.mock.calls.map(([, options]) => options?.projection)).toEqual([{ _id: 1 }]);
  await app.services.relay.stop();
  await relay.drain();
  expect((await source.findOne({}))?.outbox).toEqual([]);
  await relay.stop();
  const emitted = await events.list({ after: 0, limit: 10, integratorId: 'of-nobody' });
  expect(emitted.map(({ _id }) => _id)).toEqual([event.id]);
});

it('waits until the relay of another process has moved what was written before', async () => {
  const { events, log } = app.services;
  const source = app.db.collection<Aggregate>('source_of_two_processes');
  const write = async () => {
    const event = { id: newId(), type: 'job.opened', timestamp: new Date(), data: {}, revision: 1 };
    await source.insertOne({
      _id: newId(),
      status: 'open',
      revision: 1,
      updatedAt: new Date(),
      integratorId: 'of-two-processes',
      outbox: [event],
    });
    return event.id;
  };
  const holder = createRelay({ events, sources: [source], log });
  const first = await write();
  await holder.drain();
  const waiting = createRelay({ events, sources: [source], log });
  const second = await write();
  const listed = async () =>
    (await events.list({ after: 0, limit: 10, integratorId: 'of-two-processes' })).map(
      ({ _id }) => _id,
    );
  // Without the lease it cannot move the event.
  await waiting.drain();
  expect(await listed()).toEqual([first]);
  const caughtUp = waiting.catchUp();
  await holder.drain();
  expect(await caughtUp).toBe(true);
  expect(await listed()).toEqual([first, second]);
  await holder.stop();
  await waiting.stop();
});

it('neither asks for the lease nor goes on looking where nothing waits', async () => {
  const source = app.db.collection<Aggregate>('source_without_events');
  const find = vi.spyOn(source, 'find');
  const { events, log } = app.services;
  const takeLease = vi.fn(events.takeLease);
  const relay = createRelay({ events: { ...events, takeLease }, sources: [source], log });
  relay.start();
  await relay.drain();
  const looks = find.mock.calls.length;
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(find).toHaveBeenCalledTimes(looks);
  expect(takeLease).not.toHaveBeenCalled();
  await relay.stop();
});
