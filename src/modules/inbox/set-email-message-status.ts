import { z } from 'zod';
import { scope } from '../../access.js';
import { ApiError, errorText } from '../../errors.js';
import { choice, text } from '../../lib/schema.js';
import { operation, post } from '../../operation.js';
import type { Services } from '../../services.js';
import { type Lane, laneOf, noLane } from '../job/lane.js';
import { emailProcessingStatus, type InboxMessage, inboxMessageTarget } from './inbox-message.js';
import { InboxMessageChange } from './inbox-message-change.js';
import { shownTo } from './shown-message.js';

/** EmailInboxMessageStatusIn of the API. */
export const setEmailMessageStatusInput = z
  .object({
    processingStatus: choice(emailProcessingStatus).describe('Status to move the message to.'),
    assignedAgent: text(2, 120)
      .nullish()
      .describe('Agent that handles the message; null to remove it, omitted to keep it.'),
    handlingNotes: text(0, 4000)
      .nullish()
      .describe('Notes on the handling; null to remove them, omitted to keep them.'),
    relatedJobId: text(3, 36)
      .meta({ node: 'Job' })
      .nullish()
      .describe('Id of the job that the message is about; null to remove it, omitted to keep it.'),
  })
  .meta({
    document: 'EmailInboxMessageStatusIn',
    description: 'The new status, and what else to store with it.',
  });
type StatusInput = z.infer<typeof setEmailMessageStatusInput>;

/**
 * Returns the fields of a message derived from its related job.
 * @param id null: none
 * @throws ApiError `job_not_found`
 */
async function relationTo(
  services: Pick<Services, 'catalogue' | 'jobs'>,
  id: string | null,
): Promise<Pick<InboxMessage, 'relatedJobId'> & Lane> {
  if (id === null) return { relatedJobId: null, ...noLane };
  const job = await services.jobs.get(id, {});
  return { relatedJobId: id, ...laneOf(services.catalogue, job) };
}

function checkAgent(message: InboxMessage, agent: string | null | undefined): void {
  const { allowedAgents } = message;
  if (agent == null || allowedAgents.length === 0 || allowedAgents.includes(agent)) return;
  throw new ApiError(
    'agent_not_allowed',
    errorText('error.agents_of_folder', {
      folder: message.folder,
      agents: allowedAgents.join(', '),
    }),
  );
}

/** Returns the fields that differ from those of the message. */
function differing(message: InboxMessage, fields: Partial<InboxMessage>): Partial<InboxMessage> {
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => message[name as keyof InboxMessage] !== value),
  );
}

async function setStatus(
  services: Pick<Services, 'catalogue' | 'clock' | 'inbox' | 'jobs'>,
  id: string,
  input: StatusInput,
) {
  const { inbox, clock } = services;
  const { processingStatus, assignedAgent, handlingNotes, relatedJobId } = input;
  await inbox.get(id);
  const relation = relatedJobId === undefined ? {} : await relationTo(services, relatedJobId);
  return inbox.change(id, (message) => {
    checkAgent(message, assignedAgent);
    const fields = differing(message, {
      ...(assignedAgent !== undefined && { assignedAgent }),
      ...(handlingNotes !== undefined && { handlingNotes }),
      ...relation,
    });
    const isSame = processingStatus === message.status && Object.keys(fields).length === 0;
    if (isSame) return null;
    return new InboxMessageChange(message, clock.now()).set(fields).move(processingStatus);
  });
}

export const setEmailMessageStatus = operation({
  name: 'setEmailMessageStatus',
  kind: 'mutation',
  description: 'Move an inbox message to a processing status, and store who handles it and how.',
  access: scope('operator'),
  target: inboxMessageTarget,
  input: setEmailMessageStatusInput,
  errors: ['job_not_found', 'agent_not_allowed', 'invalid_transition'],
  example: { processing_status: 'triaged', handling_notes: 'Asks when the photos will be taken.' },
  rest: post('/v1/operator/email/inbox/messages/{message_id}/status', {
    tool: { name: 'set_inbox_message_status' },
    tag: 'Email',
    summary: 'Set the processing status of an inbox message',
  }),
  run: async ({ services, viewer }, { id, input }): Promise<InboxMessage> =>
    shownTo(viewer, await setStatus(services, id, input)),
});
