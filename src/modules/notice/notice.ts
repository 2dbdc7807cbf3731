import type { LoggedEvent } from '../../aggregate/event-log.js';
import type { Services } from '../../services.js';
import type { Mail, MailAbout, MailKind } from '../mail/mail.js';
import type { Letter } from './letter.js';

/** Whom an event is mailed to. */
export interface Addressed {
  to: string | null;
  about: MailAbout;
  /** Why the mail is not to be sent, where that is to be seen. */
  skip?: string | null;
}

/** Everything that is true of one kind of mail: when it is sent, to whom, and what it says. */
export interface Notice<D> {
  kind: MailKind;
  /** By type of the events that it follows from; null: nobody gets a mail. */
  on: Readonly<
    Record<string, (services: Services, event: LoggedEvent) => Promise<Addressed | null>>
  >;
  /** What is to be said, read for each attempt; null when there is nothing to say any more. */
  read(services: Services, mail: Mail): Promise<D | null>;
  /** The words for it. */
  write(data: D, operatorName: string): Letter;
}

export const notice = <D>(record: Notice<D>): Notice<D> => record;

/** An id in the data of an event; empty when it has none. */
export const idIn = ({ data }: LoggedEvent, name: string): string => String(data[name] ?? '');
