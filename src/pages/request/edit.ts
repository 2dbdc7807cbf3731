import { isDeepStrictEqual } from 'node:util';
import type { Context } from 'hono';
import type { Env } from '../../http/request.js';
import { createTranslator } from '../../messages/create-translator.js';
import { requestCatalogue } from '../../messages/request/catalogue.js';
import { statusCatalogue } from '../../messages/status/catalogue.js';
import { cancelCustomerRequest } from '../../modules/customer-request/cancel-customer-request.js';
import { toQuestion } from '../../modules/question/question.js';
import { cancelSiteCheck } from '../../modules/site-check/cancel-site-check.js';
import type { SiteCheck } from '../../modules/site-check/site-check.js';
import { unconfirmed } from '../../modules/site-check/states.js';
import { pageLanguage } from '../frame/language.js';
import { runOperation } from '../frame/run-operation.js';
import { noNotes } from '../messages/notes.en.js';
import { type Reader, readRequest } from '../status/read-request.js';
import { ownKindName, ownKinds, ownName, ownRows } from './own-questions.js';

/** Returns the typed values of the customer's questions; null if the form has no fields for all of them. */
function questionValues({ statedQuestions }: SiteCheck): Record<string, string> | null {
  const { questions, objectiveKind, questionsRequired } = statedQuestions ?? {};
  if (objectiveKind != null || questionsRequired != null) return null;
  const values: Record<string, string> = {};
  for (const [i, question] of (questions ?? []).entries()) {
    const row = ownRows[i];
    const { questionKey, label, kind } = question;
    const isPlain = isDeepStrictEqual(
      toQuestion(question),
      toQuestion({ questionKey, label, kind, required: true }),
    );
    if (row === undefined || !isPlain || !Object.hasOwn(ownKinds, kind)) return null;
    values[ownName(row)] = label;
    values[ownKindName(row)] = kind;
  }
  return values;
}

/**
 * Returns the values of the order form for a request that its requester can edit: nothing is paid or confirmed, and
 * the form has a field for all of its content.
 * @param services keys of the catalogue's services
 */
export function editableValues(
  request: SiteCheck,
  services: readonly string[],
): Record<string, string> | null {
  const { status, serviceKey, referencePhotos } = request;
  if (status !== 'unserviceable' && !unconfirmed.includes(status)) return null;
  if (serviceKey !== null && !services.includes(serviceKey)) return null;
  const questions = questionValues(request);
  if (!questions || referencePhotos.length > 0) return null;
  return {
    service_key: serviceKey ?? '',
    objective: request.objective,
    address: request.address,
    latitude: `${request.latitude}`,
    longitude: `${request.longitude}`,
    notes: request.notes === noNotes ? '' : request.notes,
    requester_name: request.requesterName ?? '',
    requester_email: request.requesterEmail ?? '',
    requester_phone: request.requesterPhone ?? '',
    ...questions,
  };
}

/** Returns the request that a submitted form replaces; null for a new one. */
export function replacedBy(typed: Readonly<Record<string, string>>): Reader | null {
  const { replaces: id, replaces_token: token } = typed;
  return id ? { id, token: token || undefined } : null;
}

/**
 * Cancels the request that an edited one replaces, unless it was confirmed in the meantime.
 * @returns a message if the earlier request stays
 */
export async function cancelReplaced(c: Context<Env>, reader: Reader): Promise<string | undefined> {
  const found = await readRequest(c, reader);
  if (!found || !('request' in found)) return undefined;
  const { status } = found.request;
  if (['unserviceable', 'cancelled', 'expired'].includes(status)) return undefined;
  const t = createTranslator(requestCatalogue, pageLanguage(c));
  if (!unconfirmed.includes(status)) return t('request.earlier_stays');
  const { id: target, token } = reader;
  // In English, as the API's other texts; the page of the request translates it.
  const reason = statusCatalogue.en['status.replaced'];
  const answer = token
    ? await runOperation(c, cancelSiteCheck, { target, input: { access_token: token, reason } })
    : await runOperation(c, cancelCustomerRequest, { target, input: { reason } });
  return answer.ok ? undefined : t('request.earlier_stays');
}
