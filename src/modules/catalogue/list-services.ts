import { anyone } from '../../access.js';
import { answerLanguage } from '../../context.js';
import { get, operation } from '../../operation.js';
import type { Question } from '../question/evaluate.js';
import { questionsFor, type StepTemplate, stepsFor } from './catalogue.js';
import { labelsIn, questionIn, stepIn } from './service-texts.js';

/** A service of the catalogue in the form shown to callers. */
export interface CatalogueService {
  serviceKey: string;
  label: string;
  steps: StepTemplate[];
  questions: Question[];
}

export const listServices = operation({
  name: 'services',
  kind: 'query',
  description: 'List the services that can be requested, in the order of the catalogue.',
  access: anyone,
  errors: [],
  rest: get('/v1/public/services', { tag: 'Site checks', summary: 'List the services' }),
  run(ctx): CatalogueService[] {
    const { catalogue } = ctx.services;
    const language = answerLanguage(ctx);
    return catalogue.services.map((service) => {
      const { service_key: serviceKey, label } = service;
      const labels = labelsIn(service, language);
      return {
        serviceKey,
        label: labels.service(label),
        steps: stepsFor(catalogue, serviceKey).map((step) => stepIn(labels, step)),
        questions: questionsFor(catalogue, serviceKey).map((one) => questionIn(labels, one)),
      };
    });
  },
});
