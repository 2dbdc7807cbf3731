import { isNonNullType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema.js';
import { startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

describe('an error in one root field', () => {
  it.each([
    ['jobs', 'jobs(after: "x") { nodes { jobId } }', 'BAD_CURSOR'],
    ['events', 'events(after: "x") { nodes { seq } }', 'BAD_CURSOR'],
    ['nodes', `nodes(ids: [${'"x",'.repeat(101)}]) { id }`, 'BAD_USER_INPUT'],
    ['customerRequests', 'customerRequests { total }', 'SESSION_MISSING'],
  ])('keeps the data of the other fields: %s', async (name, field, code) => {
    const { data, errors } = await app.graphql(`{ viewer { scopes } ${field} }`);
    expect(data.viewer.scopes).toContain('OPERATOR');
    expect(data[name]).toBeNull();
    expect(errors).toMatchObject([{ path: [name], extensions: { code } }]);
  });

  it('can occur in every query and mutation: none of them is non-null', () => {
    const roots = [schema.getQueryType(), schema.getMutationType()];
    const fields = roots.flatMap((root) => Object.values(root?.getFields() ?? {}));
    expect(fields.length).toBeGreaterThan(100);
    expect(fields.filter(({ type }) => isNonNullType(type)).map(({ name }) => name)).toEqual([]);
  });
});
