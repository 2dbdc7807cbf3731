import { z } from 'zod';
import { finite, text, timestamp } from '../../lib/schema.js';

const latitude = finite({ ge: -90, le: 90 }).describe(
  'Degrees north where it was captured, WGS 84.',
);
const longitude = finite({ ge: -180, le: 180 }).describe('Degrees east, WGS 84.');
const capturedAt = timestamp().describe('When it was captured.');
const notes = text(0, 1000).nullish().describe('What is to be seen, in plain words.');
const stepName = text(1, 120)
  .nullish()
  .describe('Which step it shows; by default the first required step that has not passed.');
const nonceText = 'Replay protection, unique across the service';

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
    nonce: text(8, 128).describe(
      `${nonceText}: repeated with the same content it answers as the first time.`,
    ),
    notes,
    stepName,
  })
  .meta({
    document: 'EvidenceSubmitIn',
    description: 'A file by its URL, and what is declared of it.',
  });
export type SubmitEvidenceInput = z.infer<typeof submitEvidenceInput>;

const token = (whose: string) => text(20, 4000).meta({ description: whose, secret: true });

const uploadFields = {
  latitude,
  longitude,
  capturedAt,
  notes,
  stepName,
  nonce: text(8, 128).nullish().describe(`${nonceText}; one that was used fails the check.`),
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
