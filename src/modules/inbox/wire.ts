import type { Services } from '../../services.js';
import type { Wired } from '../../wiring.js';
import type { EmailPolicy } from './email-policy.js';
import { followInbox } from './follow-inbox.js';
import { createInboxStore } from './inbox.store.js';

declare module '../../services.js' {
  interface Services {
    emailPolicy: EmailPolicy;
    inbox: ReturnType<typeof createInboxStore>;
  }
}

export function wireInbox(
  needs: Pick<Services, 'db' | 'clock' | 'relay' | 'shapeOf'>,
): Wired<'inbox'> {
  const inbox = createInboxStore(needs);
  return { services: { inbox }, ensureIndexes: inbox.ensureIndexes, connect: followInbox };
}
