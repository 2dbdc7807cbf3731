import { hasScope, type KeyHolder } from '../../viewer.js';
import type { InboxMessage } from './inbox-message.js';

/** Returns a message as a key can see it: a private one without its content, unless the key has `inbox:private`. */
export function shownTo(viewer: KeyHolder, message: InboxMessage): InboxMessage {
  if (!message.founderPrivate || hasScope(viewer, 'inbox:private')) return message;
  return { ...message, subject: '', bodyText: '', bodyHtml: null, metadata: '{}' };
}
