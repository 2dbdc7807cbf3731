import '../modules/integrator/integrator.graphql.js';
import '../modules/mail/mail.graphql.js';
import '../modules/job/job.graphql.js';
import '../modules/job-schedule/job-schedule.graphql.js';
import '../modules/evidence/evidence.graphql.js';
import '../modules/answer/answer.graphql.js';
import '../modules/report/report.graphql.js';
import '../modules/place/place.graphql.js';
import '../modules/site-check/site-check.graphql.js';
import '../modules/customer/customer.graphql.js';
import '../modules/customer-request/customer-request.graphql.js';
import '../modules/share-link/share-link.graphql.js';
import '../modules/invite/invite.graphql.js';
import '../modules/delivery/delivery.graphql.js';
import '../modules/inbox/inbox.graphql.js';
import '../modules/provider/provider.graphql.js';
import '../modules/dispatch/dispatch.graphql.js';
import '../modules/erasure/erasure.graphql.js';
import '../modules/agent/agent.graphql.js';
import '../modules/belief/belief.graphql.js';
import '../modules/decision/decision.graphql.js';
import '../modules/ticket/ticket.graphql.js';
import '../modules/sandbox/sandbox.graphql.js';
import '../modules/transparency/transparency.graphql.js';
import '../modules/cadence/cadence.graphql.js';
import '../modules/kpi/kpi.graphql.js';
import '../modules/webhook/endpoint.js';
import '../modules/experiment/experiment.graphql.js';
import '../modules/push/push.graphql.js';
// Imported after all other modules, because it collects the events that they declare.
import '../modules/event/event.graphql.js';
// Imported after the event module, because it uses the names of event types.
import '../modules/webhook/webhook.graphql.js';
import './node-queries.js';
import { builder } from './builder.js';

/** The executable schema. The REST API is derived from it. */
export const schema = builder.toSchema({ sortSchema: false });
