import type { z } from 'zod';
import { declareEvents } from '../event/event.js';

export const beliefEventType = declareEvents({
  'belief.created': 'A belief was stored.',
  'belief.superseded': 'Another belief replaced a belief.',
  'belief.retired': 'A belief was retired.',
});
export type BeliefEventType = z.infer<typeof beliefEventType>;
