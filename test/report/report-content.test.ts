import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../src/lib/canonical-json.js';
import type { Feedback, Job } from '../../src/modules/job/job.js';
import { sha256 } from '../../src/modules/report/integrity.js';
import { buildReportContent, deriveReportFacts } from '../../src/modules/report/report-content.js';
import { type ReportContent, reportContent } from '../../src/modules/report/report-schema.js';
import { reportId, sampleItem, sampleJob, sampleModel } from './support/sample.js';

const now = new Date('2026-03-02T10:00:00.000Z');
const facts = (job: Job) =>
  deriveReportFacts(job, {
    reportId,
    serviceLabel: 'Storefront check',
    mode: 'live',
    hasTimestamps: false,
  });
const first = (job: Job) =>
  buildReportContent(facts(job), { versionNumber: 1, now, previous: null });
const second = (previous: ReportContent, job: Job, withdrawn = false) =>
  buildReportContent(facts(job), {
    versionNumber: 2,
    now,
    previous: { content: previous, withdrawn },
  });

const feedback = (changes: Partial<Feedback>): Feedback => ({
  feedbackId: 'f-1',
  rating: null,
  verdict: null,
  comment: null,
  stepNames: [],
  reportVersion: null,
  nonce: null,
  createdAt: new Date('2026-03-02T11:00:00.000Z'),
  ...changes,
});

describe('the signed content', () => {
  test('has exactly the members of its schema, in their REST form', () => {
    const content = first(sampleJob());
    expect(reportContent.parse(content)).toEqual(content);
    expect(content).toMatchObject({
      schema_version: 'RealityReportV0',
      version_number: 1,
      report_id: reportId,
      service_label: 'Storefront check',
      completed_at: '2026-03-02T09:20:00.000Z',
      generated_at: '2026-03-02T10:00:00.000Z',
      requester_verdict: null,
      change_summary: null,
    });
  });

  test('is the same for the same job, in whatever order evidence is stored', () => {
    const job = sampleJob();
    const turned = sampleJob({ evidence: [...job.evidence].reverse() });
    expect(facts(turned)).toEqual(facts(job));
  });

  test('lists failed evidence too, in the order of receipt', () => {
    const evidence = [
      sampleItem(2),
      sampleItem(1, { validationPassed: false, validationErrors: ['geofence: 900 m'] }),
    ];
    const content = first(sampleJob({ evidence }));
    expect(content.evidence_items.map((item) => item.validation_passed)).toEqual([false, true]);
    expect(content.summary).toContain('2 evidence items were received: 1 passed, 1 failed.');
  });

  test('has the newest verdict; a later rating or comment changes nothing', () => {
    const verdicts = [
      feedback({ verdict: 'needs_more', createdAt: new Date('2026-03-02T11:00:00.000Z') }),
      feedback({ verdict: 'accepted', createdAt: new Date('2026-03-02T12:00:00.000Z') }),
    ];
    const with_ = facts(sampleJob({ feedback: verdicts }));
    expect(with_.requester_verdict).toEqual({
      verdict: 'accepted',
      at: '2026-03-02T12:00:00.000Z',
    });
    const rated = facts(sampleJob({ feedback: [...verdicts, feedback({ rating: 1 })] }));
    expect(rated).toEqual(with_);
  });

  test('has U+FFFD in place of a lone surrogate, which has no canonical form', () => {
    const content = first(sampleJob({ objective: 'a\ud800b' }));
    expect(content.objective).toBe('a\ufffdb');
    expect(() => canonicalJson(content)).not.toThrow();
  });

  test('does not exist for a job that was never submitted', () => {
    expect(() => facts(sampleJob({ submittedAt: null }))).toThrow('never submitted');
  });
});

describe('limitations', () => {
  test('state the gaps left by the checks of this evidence, with numbers', () => {
    const { limitations } = facts(sampleJob());
    expect(
      limitations.some((text) => text.startsWith('For 3 of 3 passing items no fingerprint')),
    ).toBe(true);
    expect(limitations.some((text) => text.includes('carried no single-use code'))).toBe(true);
  });

  test('do not mention checks that passed', () => {
    const checks = sampleItem(1).checks.map((check) => ({ ...check, result: 'pass' as const }));
    const evidence = [sampleItem(1, { checks })];
    const { limitations } = facts(sampleJob({ evidence }));
    expect(limitations.some((text) => text.includes('fingerprint was declared'))).toBe(false);
    expect(limitations.some((text) => text.includes('single-use code'))).toBe(false);
  });

  test('mention the metadata of pictures, and that none are read from other files', () => {
    const evidence = [
      sampleItem(1),
      sampleItem(2, { mediaType: 'video/mp4' }),
      sampleItem(3, { mediaType: 'application/pdf' }),
    ].map((item) => ({
      ...item,
      checks: item.checks.map((check) =>
        check.name === 'exif' ? { ...check, result: 'not_run' as const, measured: null } : check,
      ),
    }));
    const ofFiles = facts(sampleJob({ evidence })).limitations.filter((text) =>
      text.includes('what was declared'),
    );
    expect(ofFiles).toEqual([
      'The file of 1 of 3 passing items carries no time or position of its own that could be compared with what was declared.',
      'The files of 2 of 3 passing items state no usable time or position, so nothing in them was compared with what was declared.',
    ]);
  });

  test.each([
    ['submitted', 'has not been confirmed yet'],
    ['disputed', 'disputes the result'],
  ] as const)('of a job that is %s state this', (status, expectedText) => {
    expect(facts(sampleJob({ status })).limitations.join(' ')).toContain(expectedText);
  });

  test('state who captured the evidence if it was not an independent verifier', () => {
    const evidence = [sampleItem(1, { source: 'self_service' }), sampleItem(2)];
    expect(facts(sampleJob({ evidence })).limitations.join(' ')).toContain(
      '1 of 2 passing items came from the requester or a person the requester named',
    );
  });

  test('and the summary state which facts rest only on declarations', () => {
    const notes = 'Behind the gate. Position entered by hand.';
    const evidence = [
      sampleItem(1, { source: 'self_service', notes }),
      sampleItem(2, { source: 'self_service', notes: 'Position entered by hand. Or was it?' }),
    ];
    const { limitations, summary } = facts(sampleJob({ evidence }));
    expect(limitations).toContain(
      'The position of 1 of 2 passing items was typed by hand, because the device gave none; nothing shows that it was captured there.',
    );
    expect(summary).toContain(
      'Positions typed by hand: 1 of 2. Captured by the requester or a person the requester named: all.',
    );
    expect(facts(sampleJob()).summary).not.toContain('by hand');
  });
});

describe('the change summary', () => {
  const more = [1, 2, 3, 4].map((number) => sampleItem(number));
  const base = first(sampleJob());

  test('for added evidence names it, its step and the reason', () => {
    const { change_summary: summary } = second(base, sampleJob({ evidence: more }));
    expect(summary).toMatchObject({
      from_version: 1,
      to_version: 2,
      reason: 'evidence_added',
      evidence_added: [more[3]!.evidenceId],
      evidence_removed: [],
      steps_changed: ['objective_closeup'],
    });
    expect(summary!.changes).toContainEqual(
      expect.objectContaining({ path: '/evidence_items/3', kind: 'added', before: null }),
    );
    expect(summary!.summary).toContain('1 evidence item was added.');
  });

  test.each([
    ['withdrawal', { objective: 'Another objective' }, true],
    [
      'correction',
      { address: 'Alexanderplatz 2', feedback: [feedback({ verdict: 'disputed' })] },
      false,
    ],
    ['feedback', { evidence: more, feedback: [feedback({ verdict: 'needs_more' })] }, false],
    ['evidence_replaced', { evidence: more.slice(1) }, false],
    ['evidence_added', { evidence: more, status: 'submitted' }, false],
    ['status_changed', { status: 'submitted' }, false],
  ] as [string, Partial<Job>, boolean][])(
    'gives the reason %s precedence over those listed after it',
    (reason, changes, withdrawn) => {
      expect(second(base, sampleJob(changes), withdrawn).change_summary?.reason).toBe(reason);
    },
  );

  test('has pointers to the values that it names', () => {
    const content = second(base, sampleJob({ evidence: more, status: 'disputed' }));
    for (const { path, kind, before, after } of content.change_summary!.changes) {
      const at = (root: unknown) =>
        path
          .split('/')
          .slice(1)
          .reduce((value, part) => (value as Record<string, unknown>)[part], root);
      if (kind !== 'added') expect(at(base)).toEqual(before);
      if (kind !== 'removed') expect(at(content)).toEqual(after);
    }
  });
});

test('the content hash is that of the canonical JSON, and the signature is deterministic', async () => {
  const model = await sampleModel(sampleJob());
  expect(model.integrity.content_sha256).toBe(sha256(model.contentJson));
  expect(JSON.parse(model.contentJson)).toEqual(model.content);
  expect(Object.keys(JSON.parse(model.contentJson))).toEqual(Object.keys(model.content).sort());
});
