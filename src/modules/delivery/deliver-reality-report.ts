import { z } from 'zod';
import { requireActor, scope } from '../../access.js';
import { newId } from '../../lib/ids.js';
import { flag, text } from '../../lib/schema.js';
import { operation, post } from '../../operation.js';
import { jobScope } from '../../viewer.js';
import { actorText, founderConsole } from '../integrator/integrator.js';
import { jobTarget } from '../job/job-target.js';
import { deliveriesMax } from '../report/version-delivery.js';
import { askForDelivery, attemptDelivery, type Delivered } from './deliver.js';

export const deliverRealityReportInput = z
  .object({
    actor: actorText()
      .default(founderConsole)
      .describe('Person or program that requests the delivery; an actor of the API key.'),
    sendEmail: flag()
      .default(true)
      .describe('False when the report was handed over by other means; no mail is sent then.'),
    notes: text(0, 2000).nullish().describe('Notes for operators.'),
  })
  .meta({ document: 'DeliverRealityReportIn', description: 'The delivery to make.' });

export const deliverRealityReport = operation({
  name: 'deliverRealityReport',
  kind: 'mutation',
  description: `Deliver the current report version of a site check to its requester by email, up to ${deliveriesMax} times. New versions are delivered automatically, except one that replaces a withdrawn report. The answer waits for the PDF and for the mail server.`,
  access: scope('operator'),
  target: jobTarget,
  input: deliverRealityReportInput,
  errors: [
    'actor_not_allowed',
    'delivery_not_possible',
    'report_not_found',
    'report_withdrawn',
    'delivery_limit',
    'erased',
  ],
  example: { send_email: false, notes: 'Handed over at the meeting.' },
  rest: post('/v1/jobs/{job_id}/reality-report/deliver', {
    tool: { name: 'deliver_report' },
    tag: 'Reports',
    summary: 'Deliver a report',
  }),
  async run({ services, viewer }, { id, input }): Promise<Delivered> {
    requireActor(viewer, input.actor);
    const requested = await askForDelivery(services, {
      jobId: id,
      scope: jobScope(viewer),
      deliveryId: newId(),
      actor: input.actor,
      notes: input.notes ?? null,
      channel: input.sendEmail ? 'email' : 'manual',
    });
    if (!requested) throw new Error('a delivery is either found or made');
    return attemptDelivery(services, requested);
  },
});
