import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { ConfigError } from '../../config.js';
import { isEmailAddress } from '../../lib/email-address.js';
import { mailKey } from '../mail/mail.js';
import { mailboxesIn, mailboxKey } from './header-addresses.js';

const address = z
  .string()
  .refine(isEmailAddress, { error: 'must be an email address, such as desk@example.com' });
const addresses = z.array(address).default([]);
const name = z.string().min(1).max(80);
const names = z.array(name).default([]);

const folderPolicy = z.strictObject({
  folder: name,
  default_queue: name,
  human_review_required: z.boolean().default(false),
  founder_private: z.boolean().default(false),
  allowed_agents: z.array(z.string().min(2).max(120)).default([]),
  notes: z.string().default(''),
});
export type EmailFolderPolicy = z.infer<typeof folderPolicy>;

const policyFile = z
  .strictObject({
    provider: z.string().min(2).max(40),
    primary_mailbox: address,
    founder_private_addresses: addresses,
    /** The only model that is built. */
    routing_model: z.literal('folder_address_actions').default('folder_address_actions'),
    watched_folders: names,
    human_only_folders: names,
    founder_private_folders: names,
    folder_policies: z.array(folderPolicy).default([]),
    agent_send_aliases: addresses,
    system_send_aliases: addresses,
    human_only_aliases: addresses,
    send_aliases_by_actor: z.record(z.string().min(2).max(120), z.array(address)).default({}),
  })
  .superRefine((policy, { addIssue }) => {
    const folders = policy.folder_policies.map(({ folder }) => folderKey(folder));
    const twice = folders.findIndex((folder, i) => folders.indexOf(folder) < i);
    if (twice >= 0) {
      const path = ['folder_policies', twice, 'folder'];
      addIssue({ code: 'custom', path, message: 'has a policy already' });
    }
    const forHumans = policy.agent_send_aliases.findIndex((alias) => isHumanOnly(policy, alias));
    if (forHumans >= 0) {
      const path = ['agent_send_aliases', forHumans];
      addIssue({ code: 'custom', path, message: 'stands in human_only_aliases too' });
    }
  });

/** Who reads which folder and sends under which alias (EmailInboxPolicyOut), in the words of the file. */
export type EmailPolicy = Readonly<z.infer<typeof policyFile>>;

/** Folders are compared without regard to case, spaces and invisible characters: every spelling is private. */
const folderKey = (folder: string) =>
  folder
    .normalize('NFKC')
    .replace(/\p{Cc}|\p{Cf}|\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

/** A folder as a path of segments between slashes: servers separate levels by dots, slashes or backslashes. */
const folderPath = (folder: string) =>
  `/${folderKey(folder)
    .split(/[./\\]/)
    .map((segment) => segment.trim())
    .filter((segment) => segment !== '')
    .join('/')}/`;

/** Returns whether a folder is one of these or below one, wherever the server puts them (`INBOX.Founder`). */
const isWithin = (folders: readonly string[], folder: string) =>
  folders.some((one) => folderPath(folder).includes(folderPath(one)));

/** Private whatever the policy says. */
const founderFolder = 'founder';

const namesAddress = (list: readonly string[], given: string) =>
  list.some((one) => mailKey(one) === mailKey(given));

/** What the policy says of a message when it comes in. */
export interface MessageRouting {
  routingClass: string;
  humanReviewRequired: boolean;
  founderPrivate: boolean;
  /** Empty: any agent. */
  allowedAgents: string[];
}

/**
 * Routes a message by its folder and its addresses: what is private comes first, then what only people
 * answer, then the queue of the folder. A message with an address that cannot be read is left to people,
 * and private where the policy names private addresses: it could be one of them.
 */
export function routeMessage(
  policy: EmailPolicy,
  message: { folder: string; mailbox: string; fromEmail: string; toEmail: string | null },
): MessageRouting {
  const { folder } = message;
  const own = policy.folder_policies.find((one) => folderKey(one.folder) === folderKey(folder));
  const isHumanFolder = isWithin(policy.human_only_folders, folder);
  const fields = [message.fromEmail, message.toEmail, message.mailbox];
  const named = fields.filter((field) => field !== null).map(mailboxesIn);
  const isReadable = named.every(({ isComplete }) => isComplete);
  const isPrivateAddress = policy.founder_private_addresses.some((address) => {
    const key = mailboxKey(address);
    return key === null || !isReadable || named.some(({ keys }) => keys.has(key));
  });
  const privatePolicies = policy.folder_policies.filter((one) => one.founder_private);
  const privateFolders = [
    founderFolder,
    ...policy.founder_private_folders,
    ...privatePolicies.map((one) => one.folder),
  ];
  const founderPrivate =
    isPrivateAddress ||
    // A name without a visible segment could be any folder.
    folderPath(folder) === '//' ||
    isWithin(privateFolders, folder);
  return {
    routingClass: founderPrivate
      ? 'founder_private'
      : isHumanFolder
        ? 'human_only'
        : (own?.default_queue ?? 'unrouted'),
    humanReviewRequired: !isReadable || isHumanFolder || own?.human_review_required === true,
    founderPrivate,
    allowedAgents: own?.allowed_agents ?? [],
  };
}

/** Whether only people may send under an alias. */
export function isHumanOnly(
  { human_only_aliases }: Pick<EmailPolicy, 'human_only_aliases'>,
  alias: string,
): boolean {
  return namesAddress(human_only_aliases, alias);
}

/** Whether the policy names an alias at all. */
export function isKnownAlias(policy: EmailPolicy, alias: string): boolean {
  const { agent_send_aliases, system_send_aliases, human_only_aliases } = policy;
  const lists = [agent_send_aliases, system_send_aliases, human_only_aliases];
  return namesAddress([...lists, ...Object.values(policy.send_aliases_by_actor)].flat(), alias);
}

/**
 * The alias that an actor may send under, as the policy writes it; one who is not listed, as any agent may.
 * @returns undefined where the actor may not
 */
export function sendAliasOf(policy: EmailPolicy, actor: string, alias: string): string | undefined {
  const { send_aliases_by_actor: byActor, agent_send_aliases } = policy;
  const own = Object.hasOwn(byActor, actor) ? byActor[actor] : undefined;
  return (own ?? agent_send_aliases).find((one) => mailKey(one) === mailKey(alias));
}

/**
 * The policy without EMAIL_POLICY_FILE: one mailbox with four folders. The system and agents send from its
 * address, the founder from `founder@` its domain.
 *
 * @param mailbox an address as `mailableAddress` returns it
 */
export function defaultEmailPolicy(mailbox: string): EmailPolicy {
  const founder = `founder@${mailbox.split('@')[1]}`;
  return policyFile.parse({
    provider: 'mailbox',
    primary_mailbox: mailbox,
    founder_private_addresses: [founder],
    watched_folders: ['INBOX', 'Providers', 'Billing', 'Founder'],
    human_only_folders: ['Billing'],
    founder_private_folders: ['Founder'],
    folder_policies: [
      { folder: 'INBOX', default_queue: 'support', notes: 'Questions of customers.' },
      { folder: 'Providers', default_queue: 'providers', notes: 'Mail of verifiers.' },
      {
        folder: 'Billing',
        default_queue: 'billing',
        human_review_required: true,
        notes: 'Money: people answer.',
      },
      {
        folder: 'Founder',
        default_queue: 'founder',
        human_review_required: true,
        founder_private: true,
        notes: 'Private mail of the founder.',
      },
    ],
    agent_send_aliases: [mailbox],
    system_send_aliases: [mailbox],
    human_only_aliases: [founder],
    send_aliases_by_actor: { founder_console: [mailbox, founder] },
  } satisfies z.input<typeof policyFile>);
}

/**
 * Reads a policy out of JSON text.
 * @throws Error one line naming the first member that is wrong
 */
export function parseEmailPolicy(text: string): EmailPolicy {
  // Some editors begin a file with a byte order mark.
  const parsed = policyFile.safeParse(JSON.parse(text.replace(/^\uFEFF/, '')));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = issue?.path.map(String).join('.');
  throw new Error(`${path ? `${path}: ` : ''}${issue?.message}`);
}

/**
 * The policy in this file, or the default one.
 *
 * @param path value of EMAIL_POLICY_FILE
 * @param mailbox an address as `mailableAddress` returns it, for the default policy
 * @throws ConfigError one line naming the variable, the file and what is wrong
 */
export function loadEmailPolicy(path: string | undefined, mailbox: string): EmailPolicy {
  if (path === undefined) return defaultEmailPolicy(mailbox);
  try {
    return parseEmailPolicy(readFileSync(path, 'utf8'));
  } catch (cause) {
    const reason = (cause as Error).message.replace(/\s+/g, ' ');
    throw new ConfigError(`EMAIL_POLICY_FILE ${path}: ${reason}`);
  }
}
