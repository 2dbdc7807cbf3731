import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Json, startTestApp, type TestApp } from '../support/app.js';

const path = (name: string) =>
  fileURLToPath(new URL(`../../deploy/prometheus/${name}`, import.meta.url));
const read = (name: string): string => readFileSync(path(name), 'utf8');
const rules: Json[] = parse(read('rules.yaml')).groups.flatMap((group: Json) => group.rules);
const { panels }: { panels: Json[] } = JSON.parse(read('dashboard.json'));
const keywords = new Set(['and', 'or', 'unless', 'by']);
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

/** Returns the names of the metrics in a PromQL expression. */
function metricsIn(expression: string): string[] {
  const bare = expression.replace(/\{[^}]*\}|\[[^\]]*\]|\bby \([^)]*\)/g, ' ');
  return (bare.match(/(?<![\w.])[a-zA-Z_:][\w:]*\b(?! *\()/g) ?? []).filter(
    (name) => !keywords.has(name),
  );
}

describe('Prometheus rules and Grafana dashboard', () => {
  let app: TestApp;
  let known = new Set<string>();
  beforeAll(async () => {
    app = await startTestApp();
    const exported = [...(await app.metrics()).matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(
      ([, name = '', type]) =>
        type === 'histogram' ? ['_bucket', '_sum', '_count'].map((part) => name + part) : [name],
    );
    known = new Set([...exported, ...rules.flatMap(({ record }) => record ?? [])]);
  });

  afterAll(() => app.stop());

  it('finds metrics in an expression', () => {
    const expression = 'sum by (le) (rate(a_total{x="b"}[5m])) / 1e3 > 0.5 unless max(c:d:e) or f';
    expect(metricsIn(expression)).toEqual(['a_total', 'c:d:e', 'f']);
  });

  it.each<[string, string]>(rules.map(({ alert, record, expr }) => [alert ?? record, expr]))(
    'rule %s uses only metrics that the service exports',
    (_, expression) => {
      const used = metricsIn(expression);
      expect(used).not.toEqual([]);
      expect(used.filter((name) => !known.has(name))).toEqual([]);
    },
  );

  it.each<[string, Json[]]>(panels.map(({ title, targets }) => [title, targets]))(
    'panel %s uses only metrics that the service exports',
    (_, targets) => {
      const used = targets.flatMap(({ expr }) => metricsIn(expr));
      expect(used).not.toEqual([]);
      expect(used.filter((name) => !known.has(name))).toEqual([]);
    },
  );

  it('has a severity and a summary for every alert', () => {
    for (const { alert, labels, annotations } of rules.filter((rule) => rule.alert))
      expect([alert, labels.severity, annotations.summary]).toEqual([
        expect.stringMatching(/^[A-Z]\w+$/),
        expect.stringMatching(/^(critical|warning)$/),
        expect.any(String),
      ]);
  });

  it.skipIf(!hasPromtool)('passes promtool', () => {
    const { status, stderr } = spawnSync('promtool', ['check', 'rules', path('rules.yaml')]);
    expect({ status, stderr: String(stderr) }).toEqual({ status: 0, stderr: '' });
  });
});
