import { z } from 'zod';
import { finite, pattern, text, timestamp } from '../../lib/schema.js';
import { nonceText, stepNameText } from '../job/text-lengths.js';
import { accuracyMetresMax } from './metres-and-times.js';

const latitude = finite({ ge: -90, le: 90 }).describe(
  'Latitude of the capture in degrees, WGS 84.',
);
const longitude = finite({ ge: -180, le: 180 }).describe(
  'Longitude of the capture in degrees, WGS 84.',
);
const capturedAt = timestamp().describe('Capture time.');
const accuracyM = finite({ ge: 0, le: 1_000_000 })
  .nullish()
  .describe(
    `Accuracy of the position as a radius in metres. It widens the distances that pass by at most ${accuracyMetresMax} m.`,
  );
const notes = text(0, 1000).nullish().describe('Description of what the file shows.');
const stepName = stepNameText()
  .nullish()
  .describe('Key of the step shown; defaults to the first required step that has not passed.');
const nonceUse = 'Replay protection, unique across the service';

/** EvidenceSubmitIn of the API. */
export const submitEvidenceInput = z
  .object({
    mediaUrl: text(5, 2000).describe(
      'URL of the file: https, on a public host. The file is fetched before the response is sent.',
    ),
    mediaSha256: text(64, 64).describe('SHA-256 of the file, in hex of any case.'),
    latitude,
    longitude,
    capturedAt,
    accuracyM,
    nonce: nonceText().describe(
      `${nonceUse}: a repeated nonce with the same content returns the first result.`,
    ),
    notes,
    stepName,
  })
  .meta({
    document: 'EvidenceSubmitIn',
    description: 'URL of a file, with its declared position, time and hash.',
  });
export type SubmitEvidenceInput = z.infer<typeof submitEvidenceInput>;

/** Length of a task or capture token in characters. */
export const tokenLength = { min: 20, max: 4000 };
const token = (whose: string) =>
  text(tokenLength.min, tokenLength.max).meta({ description: whose, secret: true });

const uploadFields = {
  latitude,
  longitude,
  capturedAt,
  accuracyM,
  resizedFrom: pattern('^\\d{1,6}x\\d{1,6}$')
    .nullish()
    .describe(
      'Size in pixels, as `width x height`, of a photo before the capture page made it smaller.',
    ),
  notes,
  stepName,
  nonce: nonceText().nullish().describe(`${nonceUse}; a used nonce fails the check.`),
  mediaSha256: text(64, 64)
    .nullish()
    .describe('SHA-256 of the file as the device computed it, in hex of any case.'),
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

/** The fields of both uploads besides their token. */
export type UploadFields = z.infer<z.ZodObject<typeof uploadFields>>;
