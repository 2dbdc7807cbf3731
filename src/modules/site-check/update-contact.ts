import { z } from 'zod';
import { ApiError, errorText } from '../../errors.js';
import { emailText } from '../../lib/email-text.js';
import { ratePolicies } from '../../limits.js';
import { operation, patch } from '../../operation.js';
import type { Services } from '../../services.js';
import { type ReconcileNeeds, reconcileSiteCheck } from './reconcile-site-check.js';
import { requester, siteCheckTarget } from './requester.js';
import { returnedMail } from './returned-mail.js';
import { accessTokenField } from './select-offer.js';
import type { SiteCheckView } from './site-check.js';
import { SiteCheckChange } from './site-check-change.js';

const updateContactInput = z
  .object({
    accessToken: accessTokenField,
    requesterEmail: emailText().describe(
      'Email address that receives the private link and mail about the site check.',
    ),
  })
  .meta({ description: 'The new contact details of the requester.' });

/**
 * Stores the email of a guest's site check. The same one again sends the link again if the last mail came back.
 * @throws ApiError `already_claimed`: mail about a customer's site check goes to the address of the account
 */
async function updateContact(
  services: ReconcileNeeds & Pick<Services, 'clock' | 'mails'>,
  id: string,
  requesterEmail: string,
): Promise<SiteCheckView> {
  await services.siteChecks.change(id, async (request) => {
    if (request.customerId !== undefined) {
      throw new ApiError('already_claimed', errorText('error.claimed'));
    }
    const isSame = request.requesterEmail === requesterEmail;
    if (isSame && !(await returnedMail(services, id, requesterEmail))) return null;
    return new SiteCheckChange(request, services.clock.now())
      .set({ requesterEmail })
      .emit('site_check.contact_changed', {
        request_id: request._id,
        job_id: request.jobId,
        status: request.status,
        previous_status: request.status,
      });
  });
  return reconcileSiteCheck(services, id);
}

export const updateSiteCheckContact = operation({
  name: 'updateSiteCheckContact',
  kind: 'mutation',
  description:
    "Change the email address of a guest's site check. The private link is sent to the new address, and no longer to the earlier one; the same address again sends it if the last mail came back.",
  access: requester,
  target: siteCheckTarget,
  input: updateContactInput,
  errors: ['already_claimed'],
  limit: ratePolicies.contactChanges,
  example: {
    access_token: 'mR5cN0vJ2bQx8wLk4TzYp7HdS1uFgE6aC3iOoVtBnXs',
    requester_email: 'ada@example.org',
  },
  rest: patch('/v1/public/site-checks/{request_id}', {
    tag: 'Site checks',
    summary: 'Change the contact of a site check',
  }),
  run: ({ services }, { requestId, input }) =>
    updateContact(services, requestId, input.requesterEmail),
});
