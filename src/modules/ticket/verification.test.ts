import { describe, expect, it } from 'vitest';
import type { GateResult, SimulationGate, Ticket, VerificationEvidence } from './ticket.js';
import { checkVerification, evaluateGate, lacking, verificationAfter } from './verification.js';

const now = new Date('2026-01-01T00:00:00Z');
const evidence = (requirement: string | null) => ({ requirement }) as VerificationEvidence;
const gate = (result: GateResult, required = true) => ({ required, result }) as SimulationGate;
const ticket = (fields: Partial<Ticket>) =>
  ({
    status: 'open',
    verificationStatus: 'pending',
    verificationRequirements: [],
    verificationEvidence: [],
    simulationGate: null,
    ...fields,
  }) as Ticket;

describe('lacking', () => {
  it.each([
    [{}, []],
    [{ verificationRequirements: ['a', 'b'] }, ['The ticket lacks evidence for "a", "b".']],
    [
      { verificationRequirements: ['a', 'b'], verificationEvidence: [evidence('a')] },
      ['The ticket lacks evidence for "b".'],
    ],
    [
      { verificationRequirements: ['a'], verificationEvidence: [evidence('A'), evidence(null)] },
      ['The ticket lacks evidence for "a".'],
    ],
    [{ verificationRequirements: ['a'], verificationEvidence: [evidence('a')] }, []],
    [{ simulationGate: gate('pending') }, ['The simulation gate of the ticket is pending.']],
    [{ simulationGate: gate('failed') }, ['The simulation gate of the ticket is failed.']],
    [{ simulationGate: gate('failed', false) }, []],
    [{ simulationGate: gate('passed') }, []],
  ])('of %j is %j', (fields, expected) => {
    expect(lacking(ticket(fields)).map(({ english }) => english)).toEqual(expected);
  });
});

describe('verification', () => {
  const unmet = { verificationRequirements: ['a'] };
  const met = { ...unmet, verificationEvidence: [evidence('a')] };

  it.each([
    ['verified', 'open', met, null],
    ['verified', 'done', met, null],
    ['verified', 'open', unmet, 'The ticket lacks evidence for "a".'],
    ['pending', 'open', unmet, null],
    ['pending', 'done', unmet, 'The ticket lacks evidence for "a".'],
    ['pending', 'done', met, 'The verification_status of the ticket is not verified.'],
    ['under review', 'done', {}, 'The verification_status of the ticket is not verified.'],
    ['not_required', 'done', unmet, null],
  ] as const)(
    '%s of a ticket that is %s with %j lacks %s',
    (verificationStatus, status, f, lacks) => {
      const check = () =>
        checkVerification(ticket({ ...(f as Partial<Ticket>), verificationStatus, status }));
      if (lacks === null) expect(check).not.toThrow();
      else expect(check).toThrow(new RegExp(lacks));
    },
  );

  it.each([
    ['verified', unmet, 'pending'],
    ['verified', met, 'verified'],
    ['not_required', unmet, 'pending'],
    ['not_required', {}, 'not_required'],
    ['not_required', { simulationGate: gate('passed') }, 'pending'],
    ['under review', unmet, 'under review'],
  ])('%s becomes with %j: %s', (verificationStatus, fields, expected) => {
    expect(verificationAfter(ticket({ ...fields, verificationStatus }))).toBe(expected);
  });
});

describe('evaluateGate', () => {
  const given = { scenario: 's', required: true, runReference: null };

  it.each([
    [0.9, 0.8, 'passed', 'failed'],
    [0.9, 0.9, 'failed', 'passed'],
    [0.9, 1, 'pending', 'passed'],
    [0.9, null, 'passed', 'passed'],
    [null, 0.1, 'failed', 'failed'],
    [null, null, 'pending', 'pending'],
  ] as const)(
    'of threshold %s with score %s, sent as %s, is %s',
    (threshold, score, sent, result) => {
      const evaluated = evaluateGate({ ...given, threshold, score, result: sent }, null, now);
      expect(evaluated).toMatchObject({ result, evaluatedAt: result === 'pending' ? null : now });
    },
  );

  it('keeps the time of an unchanged result', () => {
    const sent = { ...given, threshold: 1, score: 2, result: 'pending' } as const;
    const first = evaluateGate(sent, null, now);
    const later = new Date(now.getTime() + 1000);
    expect(evaluateGate(sent, first, later).evaluatedAt).toEqual(now);
    expect(evaluateGate({ ...sent, score: 3 }, first, later).evaluatedAt).toEqual(later);
  });
});
