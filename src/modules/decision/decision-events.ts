import { declareEvents } from '../event/event.js';

declareEvents({
  'decision.logged': 'A decision was added to the decision log.',
});
