import type { z } from 'zod';
import { shownMetadata, storedMetadata } from '../../lib/metadata.js';
import { type CreateJobInput, createJobInput, statedQuestions } from '../job/create-job.js';
import type { JobTemplate } from './job-schedule.js';

export const jobTemplateInput = createJobInput.omit({ nonce: true }).meta({
  input: 'JobTemplateInput',
  document: 'JobTemplateIn',
  description: 'What to verify, and where: the input of a new job, without a nonce.',
});

/** Converts the input of a template to its stored form. */
export function toTemplate(input: z.infer<typeof jobTemplateInput>): JobTemplate {
  const metadata = storedMetadata(input.metadata);
  const stated = statedQuestions(input);
  return {
    serviceKey: input.serviceKey ?? null,
    objective: input.objective,
    address: input.address,
    latitude: input.latitude + 0,
    longitude: input.longitude + 0,
    notes: input.notes,
    referencePhotos: input.referencePhotos,
    autoOpen: input.autoOpen,
    ...(metadata.length > 0 && { metadata }),
    ...(stated && { statedQuestions: stated }),
  };
}

/** Returns the input that creates a job from a template. */
export function inputOf(template: JobTemplate, nonce: string): CreateJobInput {
  const { metadata, statedQuestions, ...fields } = template;
  return { ...fields, ...statedQuestions, metadata: shownMetadata(metadata), nonce };
}
