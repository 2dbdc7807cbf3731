import { readFileSync } from 'node:fs';

const accessToken = 'mR5cN0vJ2bQx8wLk4TzYp7HdS1uFgE6aC3iOoVtBnXs';
const taskToken = 'eyJhbGciOiJFZERTQSJ9.eyJleGFtcGxlIjp0cnVlfQ.c2lnbmF0dXJl';
const place = {
  objective: 'Is the shop open?',
  address: 'Alexanderplatz 1, 10178 Berlin',
  latitude: 52.5219,
  longitude: 13.4132,
  notes: 'The entrance is on the square.',
};

const uploaded = {
  latitude: place.latitude,
  longitude: place.longitude,
  captured_at: '2026-01-31T12:00:00Z',
  notes: 'Seen from the square.',
  step_name: 'arrival_overview',
  file: 'photo.jpg',
};

/** A body for each operation that takes one, as it could be sent; a file stands as its name. */
export const bodyExamples: Record<string, object> = {
  create_job: { ...place, nonce: 'shop-check-2026-01-31' },
  submit_requester_feedback: {
    rating: 4,
    verdict: 'needs_more',
    comment: 'Please show the opening hours as well.',
    step_names: ['objective_closeup'],
  },
  cancel_job: { reason: 'The shop has moved.' },
  assign_job: { assignee_name: 'Ada Lovelace', expires_in_hours: 24 },
  review_job: { decision: 'more', note: 'The sign is not readable.', step_names: ['context'] },
  submit_evidence: {
    media_url: 'https://media.example.com/front.jpg',
    media_sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    latitude: 52.5219,
    longitude: 13.4132,
    captured_at: '2026-01-31T12:00:00Z',
    nonce: 'front-photo-0001',
    step_name: 'arrival_overview',
  },
  upload_provider_evidence: { provider_task_token: taskToken, ...uploaded },
  upload_capture_evidence: { capture_token: taskToken, ...uploaded },
  request_site_check: { ...place, requester_email: 'ada@example.com' },
  select_site_check_offer: { access_token: accessToken, offer_key: 'standard_72h' },
  create_checkout_session: { access_token: accessToken },
  start_self_service_capture: { access_token: accessToken },
  submit_site_check_feedback: { access_token: accessToken, verdict: 'accepted', rating: 5 },
  cancel_site_check: { access_token: accessToken, reason: 'Not needed any more.' },
};

/** Names that the interface document gives to bodies. */
export const bodyNames: Record<string, string> = {
  create_job: 'CustomerSchemaIn',
  submit_requester_feedback: 'RequesterFeedbackIn',
  submit_evidence: 'EvidenceSubmitIn',
  request_site_check: 'PublicSiteCheckRequestIn',
  select_site_check_offer: 'PublicSiteCheckSelectOfferIn',
  create_checkout_session: 'PublicSiteCheckCreateCheckoutSessionIn',
};

const recordedFile = new URL('./answer-examples.json', import.meta.url);
let recorded: Record<string, unknown> | undefined;

/**
 * What the service answered to the bodies above, by operation; a test of the long suite records it.
 * @returns undefined for an operation that answers no JSON
 */
export function answerExample(operationId: string): unknown {
  recorded ??= JSON.parse(readFileSync(recordedFile, 'utf8')) as Record<string, unknown>;
  return recorded[operationId];
}
