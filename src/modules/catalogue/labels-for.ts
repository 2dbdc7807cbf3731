import { answerLanguage, type RequestContext } from '../../context.js';
import { requestedLanguage } from '../../messages/accept-language.js';
import { hasTextsIn, type Labels, labelsIn, textsOf } from './service-texts.js';

/**
 * Returns the labels of a job for the response to a request, which then depends on its Accept-Language. The response
 * does not name a language in which the service has no text: it is in English.
 */
export function labelsFor(
  ctx: Pick<RequestContext, 'acceptLanguage' | 'notes' | 'services'>,
  { serviceKey }: { serviceKey: string | null },
): Labels {
  const service = textsOf(ctx.services.catalogue, serviceKey);
  const isTranslated = hasTextsIn(service, requestedLanguage(ctx.acceptLanguage));
  return labelsIn(service, isTranslated ? answerLanguage(ctx) : 'en');
}
