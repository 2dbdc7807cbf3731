import { buildSchema, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { type CompilePolicy, compilingExecutor } from '../../src/graphql/compiled.js';

const kilobyte = 1024;

/** An executor that says of each run whether compiled code made it. */
function watched(policy: Partial<CompilePolicy> = {}) {
  const schema = buildSchema('type Query { how(n: Int): String more: Query }');
  const query = schema.getQueryType()?.getFields();
  let how = '';
  if (query?.['how']) {
    query['how'].resolve = (_root, _args, _ctx, { path }) => {
      // Compiled code leaves the type out of the path that it hands to a resolver.
      how = path.typename === undefined ? 'compiled' : 'interpreted';
      return how;
    };
  }
  if (query?.['more']) query['more'].resolve = () => ({});
  const execute = compilingExecutor(schema, {
    interpretedRuns: () => 1,
    bounds: { entries: 100, bytes: 100 * 1024 * kilobyte },
    operationBytesMax: 100 * kilobyte,
    ...policy,
  });
  return async (text: string | ReturnType<typeof parse>, operationName?: string) => {
    how = 'not at all';
    const document = typeof text === 'string' ? parse(text) : text;
    await execute({ document, operationName });
    return how;
  };
}

async function runs(run: ReturnType<typeof watched>, text: string, times: number) {
  const document = parse(text);
  const ways = [];
  for (let i = 0; i < times; i++) ways.push(await run(document));
  return ways;
}

describe('an operation is compiled', () => {
  it('when it has come as often as is asked of its caller', async () => {
    const run = watched({ interpretedRuns: () => 2 });
    expect(await runs(run, '{ how }', 4)).toEqual([
      'interpreted',
      'interpreted',
      'compiled',
      'compiled',
    ]);
  });

  it('never for a caller who may not have that', async () => {
    const run = watched({ interpretedRuns: () => null });
    expect(new Set(await runs(run, '{ how }', 20))).toEqual(new Set(['interpreted']));
  });

  it('unless it is larger than one may be, fragments expanded', async () => {
    const run = watched();
    const fields = Array.from({ length: 9 }, (_, i) => `a${i}: how`).join(' ');
    expect((await runs(run, `{ ${fields} }`, 3)).at(-1)).toBe('compiled');
    const spread = `{ ${Array.from({ length: 5 }, (_, i) => `b${i}: more { ...f }`).join(' ')} }`;
    const large = await runs(run, `${spread} fragment f on Query { ${fields} }`, 3);
    expect(large.at(-1)).toBe('interpreted');
  });

  it.each([
    '{ __proto__: how }',
    '{ more { ...f } } fragment f on Query { constructor: how }',
    'query($toString: Int) { how(n: $toString) }',
  ])('unless it has a name that every object inherits: %s', async (text) => {
    expect(await runs(watched(), text, 4)).toEqual(Array(4).fill('interpreted'));
  });

  it('by its name alone where there are several', async () => {
    const run = watched();
    const document = parse('query A { how } query B { more { how } }');
    const named = [await run(document, 'A'), await run(document, 'A')];
    expect(named).toEqual(['interpreted', 'compiled']);
    for (const name of [undefined, '', 'C']) expect(await run(document, name)).toBe('not at all');
    expect(await run(document, 'B')).toBe('interpreted');
  });
});

describe('compiled operations', () => {
  const texts = Array.from({ length: 3 }, (_, i) => `{ a${i}: how }`);

  it.each([
    ['number', { entries: 2, bytes: 1024 * kilobyte }],
    ['bytes', { entries: 99, bytes: 7 * kilobyte }],
  ])('are bounded by %s: the least used is interpreted again', async (_, bounds) => {
    const run = watched({ bounds });
    const [first, second, third] = texts.map((text) => parse(text));
    if (!first || !second || !third) throw new Error('three documents');
    for (const document of [first, first, second, second]) await run(document);
    // Used once more, so that the second is the one to go.
    expect(await run(first)).toBe('compiled');
    expect([await run(third), await run(third)]).toEqual(['interpreted', 'compiled']);
    expect(await run(first)).toBe('compiled');
    expect([await run(second), await run(second)]).toEqual(['interpreted', 'compiled']);
  });
});
