import { z } from 'zod';
import { choice, finite, flag, list, text } from '../../lib/schema.js';
import { evidenceKind, gateResult } from './ticket.js';

export const planeText = () => text(1, 40);
export const workerText = () => text(1, 120);

/** VerificationEvidenceIn of the API. */
export const evidenceInput = z
  .object({
    requirement: text(1, 500)
      .nullish()
      .describe('The requirement that it meets, word for word; null for none in particular.'),
    kind: choice(evidenceKind).describe('What the reference is.'),
    reference: text(1, 2000).describe('An address, a text, or the id of what the kind names.'),
    note: text(0, 2000).nullish().describe('What it shows.'),
  })
  .meta({
    input: 'VerificationEvidenceInput',
    document: 'VerificationEvidenceIn',
    description: 'What shows that a requirement is met.',
  });
export type EvidenceInput = z.infer<typeof evidenceInput>;

/** SimulationGateIn of the API. */
export const gateInput = z
  .object({
    scenario: text(1, 200).describe('What is simulated.'),
    required: flag().default(true).describe('Whether the ticket can only be verified once passed.'),
    threshold: finite().nullish().describe('Least score that passes.'),
    score: finite().nullish().describe('Score reached; with a threshold it decides the result.'),
    result: choice(gateResult)
      .default('pending')
      .describe('The result, where score and threshold do not decide it.'),
    runReference: text(0, 500).nullish().describe('Where the run is found.'),
  })
  .meta({
    input: 'SimulationGateInput',
    document: 'SimulationGateIn',
    description: 'A simulation that has to be passed.',
  });

export const requirementsInput = () =>
  list(text(0, 1_000), { max: 20 }).describe('What has to be shown, each in words.');
export const evidenceListInput = () =>
  list(evidenceInput, { max: 25 }).describe('What shows that the requirements are met.');
