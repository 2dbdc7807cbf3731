import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

// dependency-cruiser holds what is imported; this holds what is reached through the services object.

const modules = 'src/modules';
const servicesText = readFileSync('src/services.ts', 'utf8');
const storesText = readFileSync('src/stores.ts', 'utf8');

/** Fields of the services that are the store of a noun, with that noun. */
const stores = [
  ...servicesText.matchAll(/import type \{ (\w+Store) \} from '.\/modules\/([^/]+)\//g),
  ...storesText.matchAll(/import \{ (create\w+Store) \} from '.\/modules\/([^/]+)\//g),
]
  .map(([, name, noun]) => ({
    noun,
    field: new RegExp(`(\\w+): (?:${name};|${name}\\()`).exec(servicesText + storesText)?.[1],
  }))
  .filter((store): store is { noun: string; field: string } => store.field !== undefined);

/** What a text takes out of a services object, by a path or by taking it apart. */
function reached(text: string): string[] {
  const paths = [...text.matchAll(/\bservices\s*\.\s*(\w+(?:\.\w+)?)/g)].map(
    ([, path]) => path ?? '',
  );
  const apart = [
    ...text.matchAll(/\{([^{}]*)\}\s*=\s*(?:\w+\.)*services\b(?!\.)/g),
    ...text.matchAll(/\{([^{}]*)\}\s*:\s*(?:Services\b|Pick<\s*Services\b)/g),
    ...text.matchAll(/\bservices\s*:\s*\{([^{}]*)\}/g),
  ].flatMap(([, names]) => (names ?? '').split(',').map((name) => name.trim().split(':')[0] ?? ''));
  return [...paths, ...apart];
}

const nouns = readdirSync(modules);
const files = nouns.flatMap((noun) =>
  readdirSync(join(modules, noun), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => ({ noun, path: join(modules, noun, file) })),
);

describe('a noun', () => {
  it.each(stores)('other than $noun never reaches services.$field', ({ noun, field }) => {
    const others = files.filter((file) => file.noun !== noun);
    const reaching = others
      .filter(({ path }) =>
        reached(readFileSync(path, 'utf8')).some((one) => one.split('.')[0] === field),
      )
      .map(({ path }) => path);
    expect(reaching).toEqual([]);
  });

  it('reaches jobs without their request only where it brings them in line', () => {
    const reaching = files
      .filter(({ path }) => /\.(unreconciled|reconcileWith)\b/.test(readFileSync(path, 'utf8')))
      .map(({ noun }) => noun);
    expect(new Set(reaching)).toEqual(new Set(['site-check']));
  });

  it('is looked at at all', () => {
    expect(stores.map(({ field }) => field)).toEqual(
      expect.arrayContaining(['integrators', 'reports', 'siteChecks', 'idempotency']),
    );
    const taken = 'const { jobs, reports } = ctx.services; services.siteChecks.get(a)';
    const given = '({ integrators, log }: Services) => 1; ({ services: { inbox } }) => 1';
    expect(reached(`${taken}; ${given}`)).toEqual([
      'siteChecks.get',
      'jobs',
      'reports',
      'integrators',
      'log',
      'inbox',
    ]);
  });
});
