import type { LoggedEvent } from '../../aggregate/event-log.js';
import type { Services } from '../../services.js';
import type { Mail, MailAbout, MailChannel, MailKind } from '../mail/mail.js';
import type { Skip } from '../mail/send-mail.js';
import type { ReconcileNeeds } from '../site-check/reconcile-site-check.js';
import type { Letter } from './letter.js';
import type { Writer } from './writer.js';

/** Services that read the content of notices. */
export type NoticeNeeds = ReconcileNeeds &
  Pick<
    Services,
    'baseUrl' | 'config' | 'customers' | 'dispatch' | 'mailPreferences' | 'mails' | 'providers'
  >;

/** Recipient of the mail for an event. */
export interface Addressed {
  /** `email` if omitted. */
  channel?: MailChannel;
  to: string | null;
  about: MailAbout;
  /** Time at which the mail is sent; immediately if omitted. */
  at?: Date;
  /** Reason not to send the mail, to be recorded. */
  skip?: string | null;
}

/** The definition of one kind of mail: when it is sent, to whom, and its content. */
export interface Notice<D> {
  kind: MailKind;
  /** True if the recipient can unsubscribe from it. */
  optional?: boolean;
  /** By type of the triggering event; null: no mail. */
  on: Readonly<
    Record<string, (services: NoticeNeeds, event: LoggedEvent) => Promise<Addressed | null>>
  >;
  /** Reads the data for the mail at each attempt; null if it cannot be sent any more, a reason if it is not needed. */
  read(services: NoticeNeeds, mail: Mail): Promise<D | Skip | null>;
  /** Writes the mail in the language of the writer. */
  write(data: D, writer: Writer): Letter;
  /** Writes the text message; absent for kinds that are sent by email only. */
  text?(data: D, writer: Writer): string;
}

export const notice = <D>(record: Notice<D>): Notice<D> => record;

/** Returns an id in the data of an event; empty if missing. */
export const idIn = ({ data }: LoggedEvent, name: string): string => String(data[name] ?? '');
