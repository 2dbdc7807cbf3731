import { answerLanguage, type RequestContext } from '../../context.js';
import { type Labels, labelsIn, textsOf } from './service-texts.js';

/** Returns the labels of a job for the response to a request, which then depends on its Accept-Language. */
export const labelsFor = (
  ctx: Pick<RequestContext, 'acceptLanguage' | 'notes' | 'services'>,
  { serviceKey }: { serviceKey: string | null },
): Labels => labelsIn(textsOf(ctx.services.catalogue, serviceKey), answerLanguage(ctx));
