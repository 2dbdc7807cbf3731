import { describe, expect, it } from 'vitest';
import { hour, minute } from '../../lib/units.js';
import type { EvidenceItem } from '../job/evidence-item.js';
import type { Step, TaskToken } from '../job/job.js';
import { nextAct, type PlannedJob, simulatedAssignee } from './plan.js';

const opened = new Date('2026-03-02T10:00:00Z');
const at = (milliseconds: number) => new Date(opened.getTime() + milliseconds);

const step = (stepName: string, required: boolean, status: Step['status'] = 'pending') =>
  ({ stepName, required, status }) as Step;
const steps = [step('front', true), step('sign', true), step('extra', false)];
const photo = (receivedAt: Date, source: EvidenceItem['source'] = 'simulated') =>
  ({ source, receivedAt }) as EvidenceItem;
const token = (revokedAt: Date | null) => ({ revokedAt }) as TaskToken;

const job = (fields: Partial<PlannedJob> = {}): PlannedJob => ({
  status: 'open',
  nonce: 'anything',
  steps,
  evidence: [],
  tokens: [],
  assignment: null,
  openedAt: opened,
  assignedAt: null,
  setBackAt: null,
  ...fields,
});

const assigned = (fields: Partial<PlannedJob> = {}) =>
  job({
    status: 'assigned',
    assignedAt: at(hour),
    tokens: [token(null)],
    assignment: {
      assigneeName: simulatedAssignee,
      assignedAt: at(hour),
      expiresAt: at(25 * hour),
      tokenId: 'token',
    },
    ...fields,
  });

describe('nextAct', () => {
  it('takes an open job after an hour', () => {
    expect(nextAct(job())).toEqual({ kind: 'assign', at: at(hour) });
  });

  it('takes a released job an hour later', () => {
    expect(nextAct(job({ tokens: [token(at(25 * hour))] }))?.at).toEqual(at(26 * hour));
  });

  it('sends a photo two hours after the opening, then one every 20 minutes', () => {
    const first = nextAct(assigned());
    expect(first).toMatchObject({ kind: 'photo', at: at(2 * hour), stepName: 'front', index: 0 });
    const evidence = [photo(at(2 * hour))];
    const shown = [step('front', true, 'passed'), ...steps.slice(1)];
    const second = nextAct(assigned({ status: 'in_progress', evidence, steps: shown }));
    expect(second).toMatchObject({ at: at(2 * hour + 20 * minute), stepName: 'extra', index: 1 });
  });

  it('does optional steps before the last required one', () => {
    const left = [step('front', true, 'passed'), step('sign', true), step('extra', false)];
    expect(nextAct(assigned({ steps: left }))).toMatchObject({ stepName: 'extra' });
    const last = [...left.slice(0, 2), step('extra', false, 'passed')];
    expect(nextAct(assigned({ steps: last }))).toMatchObject({ stepName: 'sign' });
  });

  it('starts again an hour after the job was returned to work', () => {
    const setBackAt = at(10 * hour);
    const evidence = [photo(at(2 * hour)), photo(at(3 * hour))];
    const back = assigned({ status: 'in_progress', setBackAt, evidence });
    expect(nextAct(back)).toMatchObject({ at: at(11 * hour), index: 2 });
  });

  it.each([
    ['sim_geofence_1', 900],
    ['sim_review_1', 300],
    ['other', 12],
  ])('takes the first photo for %s %i m away', (nonce, distanceMetres) => {
    expect(nextAct(assigned({ nonce }))).toMatchObject({ distanceMetres });
  });

  it('sends a good photo half an hour after the rejected one', () => {
    const evidence = [photo(at(2 * hour))];
    const again = nextAct(assigned({ nonce: 'sim_geofence_1', status: 'in_progress', evidence }));
    expect(again).toMatchObject({ at: at(2 * hour + 30 * minute), distanceMetres: 12 });
  });

  it('works on a job that was opened again after the work of its integrator', () => {
    const evidence = [photo(at(minute), 'integrator')];
    expect(nextAct(assigned({ evidence }))).toMatchObject({ kind: 'photo', at: at(2 * hour) });
  });

  it('gives up three hours after the assignment', () => {
    expect(nextAct(assigned({ nonce: 'sim_fail_1' }))).toEqual({ kind: 'fail', at: at(4 * hour) });
  });

  it('lets the first token expire if the plan is to release the job, and works with the second', () => {
    const nonce = 'sim_release_1';
    expect(nextAct(assigned({ nonce }))).toBeNull();
    const tokens = [token(at(25 * hour)), token(null)];
    expect(nextAct(assigned({ nonce, tokens }))).toMatchObject({ kind: 'photo' });
  });

  it.each([
    ['whose nonce requests no verifier', job({ nonce: 'sim_none_1' })],
    ['that is not open', job({ status: 'created', openedAt: null })],
    ['in review', assigned({ status: 'submitted' })],
    ['assigned to its integrator', assigned({ assignment: null })],
    [
      'that its integrator works on',
      assigned({ status: 'in_progress', evidence: [photo(at(2 * hour), 'integrator')] }),
    ],
    ['whose steps have all passed', assigned({ steps: [step('front', true, 'passed')] })],
  ])('leaves a job %s', (_, left) => {
    expect(nextAct(left)).toBeNull();
  });
});
