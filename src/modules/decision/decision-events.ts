import { declareEvents } from '../event/event.js';

export const decisionEventType = declareEvents({
  'decision.logged': 'A decision was added to the decision log.',
});
