import type { z } from 'zod';
import { declareEvents } from '../event/event.js';

export const experimentEventType = declareEvents({
  'experiment.created': 'An experiment was created.',
  'experiment.running': 'An experiment was started or resumed.',
  'experiment.paused': 'An experiment was paused.',
  'experiment.completed': 'An experiment was completed.',
  'experiment.aborted': 'An experiment was aborted.',
});
export type ExperimentEventType = z.infer<typeof experimentEventType>;
