import { z } from 'zod';
import { finite, text, timestamp } from '../../lib/schema.js';
import { nonceText, stepNameText } from '../job/text-lengths.js';

const latitude = finite({ ge: -90, le: 90 }).describe(
  'Degrees north where it was captured, WGS 84.',
);
const longitude = finite({ ge: -180, le: 180 }).describe('Degrees east, WGS 84.');
const capturedAt = timestamp().describe('When it was captured.');
const notes = text(0, 1000).nullish().describe('What is to be seen, in plain words.');
const stepName = stepNameText()
  .nullish()
  .describe('Which step it shows; by default the first required step that has not passed.');
const nonceUse = 'Replay protection, unique across the service';

/** EvidenceSubmitIn of the interface. */
export const submitEvidenceInput = z
  .object({
    mediaUrl: text(5, 2000).describe(
      'Address of the file: https, on a public host; it is fetched before the answer.',
    ),
    mediaSha256: text(64, 64).describe('SHA-256 of the file, in hex.'),
    latitude,
    longitude,
    capturedAt,
    nonce: nonceText().describe(
      `${nonceUse}: repeated with the same content it answers as the first time.`,
    ),
    notes,
    stepName,
  })
  .meta({
    document: 'EvidenceSubmitIn',
    description: 'A file by its URL, and what is declared of it.',
  });
export type SubmitEvidenceInput = z.infer<typeof submitEvidenceInput>;

/** Characters of a task or capture token. */
export const tokenLength = { min: 20, max: 4000 };
const token = (whose: string) =>
  text(tokenLength.min, tokenLength.max).meta({ description: whose, secret: true });

const uploadFields = {
  latitude,
  longitude,
  capturedAt,
  notes,
  stepName,
  nonce: nonceText().nullish().describe(`${nonceUse}; one that was used fails the check.`),
};

/** Fields of the multipart upload by a verifier; the file is the part named `file`. */
export const providerEvidenceForm = z.object({
  providerTaskToken: token('Task token of the assignment.'),
  ...uploadFields,
});

/** Fields of the multipart upload by an invitee; the file is the part named `file`. */
export const captureEvidenceForm = z.object({
  captureToken: token('Capture token of the invitation.'),
  ...uploadFields,
});

/** What both uploads declare besides their token. */
export type UploadFields = z.infer<z.ZodObject<typeof uploadFields>>;
