import type { GraphQLEnumType } from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Aggregate, aggregatePolicies, Change } from '../../src/aggregate/change.js';
import { createAggregateStore } from '../../src/aggregate/store.js';
import { ApiError } from '../../src/errors.js';
import { schema } from '../../src/graphql/schema.js';
import { kept } from '../../src/lib/field-policy.js';
import { newId } from '../../src/lib/ids.js';
import { createEventTypes, eventDescriptions, eventType } from '../../src/modules/event/event.js';
import { hours, startTestApp, type TestApp } from '../support/app.js';

/** A family of records as a new module declares it. */
interface Note extends Aggregate {
  status: 'new' | 'read' | 'expired';
  title: string;
}

let app: TestApp;
let notes: ReturnType<typeof createNoteStore>;
beforeAll(async () => {
  app = await startTestApp();
  notes = createNoteStore();
  await notes.ensureIndexes();
});
afterAll(() => app.stop());

const createNoteStore = () =>
  createAggregateStore<Note>(app.services, {
    collection: 'notes',
    policies: { ...aggregatePolicies, title: kept },
    indexes: [{ key: { title: 1 }, unique: true }],
    notFound: () => new ApiError('not_found'),
    settle: (note, now) =>
      note.dueAt && note.dueAt <= now
        ? new Change(note, note.dueAt)
            .set({ status: 'expired', dueAt: undefined as never })
            .emit('note.expired', { note_id: note._id })
        : null,
  });

const note = (title: string, dueAt?: Date): Note => {
  const now = app.now();
  const draft: Note = {
    _id: newId(),
    integratorId: 'of-nobody',
    status: 'new',
    title,
    revision: 0,
    updatedAt: now,
    ...(dueAt && { dueAt }),
    outbox: [],
  };
  const change = new Change(draft, now).emit('note.created', { note_id: draft._id });
  return { ...change.after, revision: 1, outbox: change.events };
};

const eventsOf = async (id: string) => {
  await app.services.relay.drain();
  const found = await app.db.collection('events').find({ 'data.note_id': id }).toArray();
  return found.map(({ type, revision }) => `${type} ${revision}`);
};

it('stores no field without a policy, and keeps one of an earlier version', async () => {
  const extra = { body: 'Hello' };
  const message = 'no policy for stored fields: body';
  await expect(notes.insert({ ...note('extra'), ...extra })).rejects.toThrow(message);
  const { _id } = (await notes.insert(note('changed'))) as Note;
  const change = () =>
    notes.change(_id, (found) => new Change(found, app.now()).set({ title: 'changed', ...extra }));
  await expect(change()).rejects.toThrow(message);
  expect(await app.db.collection('notes').countDocuments({ body: { $exists: true } })).toBe(0);
  await app.db.collection<Note>('notes').updateOne({ _id }, { $set: extra });
  expect(await change()).toMatchObject(extra);
});

it('relays events without configuration of the relay, and creates the indexes of every aggregate', async () => {
  const { _id } = note('one');
  const stored = await notes.insert({ ...note('one'), _id }, ['title']);
  expect(stored?._id).toBe(_id);
  await notes.change(_id, (found) =>
    new Change(found, app.now()).set({ status: 'read' }).emit('note.read', { note_id: _id }),
  );
  expect((await eventsOf(_id)).at(-1)).toBe('note.read 2');
  const indexes = await notes.collection.indexes();
  expect(indexes.filter(({ sparse }) => sparse).map(({ key }) => Object.keys(key)[0])).toEqual([
    'dueAt',
    'outbox.timestamp',
  ]);
});

it('returns null for a duplicate, and throws its own error for a missing document', async () => {
  await notes.insert(note('taken'), ['title']);
  expect(await notes.insert(note('taken'), ['title'])).toBeNull();
  await expect(notes.insert(note('taken'))).rejects.toMatchObject({ code: 11000 });
  expect(await notes.find('nothing')).toBeNull();
  await expect(notes.get('nothing')).rejects.toMatchObject({ code: 'not_found' });
  await expect(notes.change('nothing', () => null)).rejects.toMatchObject({ code: 'not_found' });
});

it('retries on the fresh document after a write conflict', async () => {
  const { _id } = (await notes.insert(note('raced'))) as Note;
  const rename = (title: string) => (found: Note) =>
    new Change(found, app.now()).set({ title: `${found.title} ${title}` });
  await Promise.all(['a', 'b', 'c'].map((title) => notes.change(_id, rename(title))));
  const { title, revision } = await notes.get(_id);
  expect(title.split(' ').sort()).toEqual(['a', 'b', 'c', 'raced']);
  expect(revision).toBe(4);
});

it('declares its events in its own module, once and before they are collected', () => {
  const types = createEventTypes();
  types.declare({ 'note.created': 'A note was written.' });
  expect(() => types.declare({ 'note.created': 'Twice.' })).toThrow('two families');
  expect(types.collect().options).toEqual(['note.created']);
  expect(() => types.declare({ 'note.read': 'Late.' })).toThrow('after the events');
});

it('the GraphQL schema contains the declared events with their descriptions', () => {
  const values = (schema.getType('EventType') as GraphQLEnumType).getValues();
  expect(values.map(({ value }) => value)).toEqual(eventType().options);
  expect(values.map(({ description }) => description)).toEqual(
    eventType().options.map((type) => eventDescriptions[type]),
  );
});

it('settles due changes of documents that are read and of those that are not', async () => {
  const due = new Date(app.now().getTime() + hours(1));
  const read = (await notes.insert(note('due and read', due))) as Note;
  const unread = (await notes.insert(note('due and unread', due))) as Note;
  app.advance(hours(2));
  expect(await notes.peek(read._id)).toMatchObject({ status: 'new' });
  expect(await notes.get(read._id)).toMatchObject({ status: 'expired', updatedAt: due });
  expect(await notes.settleDue()).toEqual([unread._id]);
  expect(await notes.peek(unread._id)).toMatchObject({ status: 'expired', updatedAt: due });
  expect(await notes.settleDue()).toEqual([]);
  expect(await eventsOf(unread._id)).toEqual(['note.created 1', 'note.expired 2']);
});
