import { describe, expect, it } from 'vitest';
import {
  defaultEmailPolicy,
  isHumanOnly,
  isKnownAlias,
  loadEmailPolicy,
  parseEmailPolicy,
  routeMessage,
  sendAliasOf,
} from './email-policy.js';

const mailbox = 'desk@example.com';
const founder = 'founder@example.com';
const policy = defaultEmailPolicy(mailbox);

describe('the policy of a file', () => {
  const least = { provider: 'imap', primary_mailbox: mailbox };

  it('has a default for all but provider and mailbox', () => {
    expect(parseEmailPolicy(JSON.stringify(least))).toEqual({
      ...least,
      founder_private_addresses: [],
      routing_model: 'folder_address_actions',
      watched_folders: [],
      human_only_folders: [],
      founder_private_folders: [],
      folder_policies: [],
      agent_send_aliases: [],
      system_send_aliases: [],
      human_only_aliases: [],
      send_aliases_by_actor: {},
    });
  });

  it.each([
    [{ ...least, provider: undefined }, 'provider: '],
    [{ ...least, primary_mailbox: undefined }, 'primary_mailbox: '],
    [{ ...least, primary_mailbox: 'desk' }, 'primary_mailbox: must be an email address'],
    [{ ...least, watched_folder: [] }, 'watched_folder'],
    [{ ...least, routing_model: 'by_subject' }, 'routing_model: '],
    [{ ...least, folder_policies: [{ folder: 'INBOX' }] }, 'folder_policies.0.default_queue: '],
    [
      { ...least, folder_policies: ['A', 'a'].map((folder) => ({ folder, default_queue: 'x' })) },
      'folder_policies.1.folder: has a policy already',
    ],
    [
      { ...least, agent_send_aliases: [founder], human_only_aliases: ['Founder@example.com'] },
      'agent_send_aliases.0: stands in human_only_aliases too',
    ],
  ])('is refused by name: %j', (file, text) => {
    expect(() => parseEmailPolicy(JSON.stringify(file))).toThrow(text);
  });

  it('is refused with the variable and the file where it cannot be read', () => {
    expect(() => loadEmailPolicy('/nowhere/policy.json', mailbox)).toThrow(
      /^EMAIL_POLICY_FILE \/nowhere\/policy.json: [^\n]+$/,
    );
  });
});

describe('routing', () => {
  const from = { fromEmail: 'ada@example.org', toEmail: null, mailbox };
  const routed = (message: object) =>
    routeMessage(policy, { folder: 'INBOX', ...from, ...message });

  it.each([
    [{ folder: 'INBOX' }, 'support', false, false],
    [{ folder: 'inbox' }, 'support', false, false],
    [{ folder: 'Providers' }, 'providers', false, false],
    [{ folder: 'Billing' }, 'human_only', true, false],
    [{ folder: 'Founder' }, 'founder_private', true, true],
    [{ folder: 'FOUNDER' }, 'founder_private', true, true],
    [{ folder: '\u0000Founder' }, 'founder_private', true, true],
    [{ folder: 'Foun\u034fder\ufe0f' }, 'founder_private', true, true],
    [{ folder: '\u200b\u3164' }, 'founder_private', false, true],
    [{ folder: 'Elsewhere' }, 'unrouted', false, false],
    [{ fromEmail: founder }, 'founder_private', false, true],
    [{ toEmail: `Desk <${mailbox}>, "F" <FOUNDER@example.com>` }, 'founder_private', false, true],
    [{ mailbox: founder }, 'founder_private', false, true],
    [{ fromEmail: `not-${founder}` }, 'support', false, false],
    [{ folder: 'Billing', toEmail: founder }, 'founder_private', true, true],
    [{ toEmail: 'undisclosed-recipients:;' }, 'support', false, false],
    [{ fromEmail: 'root@localhost' }, 'support', false, false],
    [{ fromEmail: 'a@[192.0.2.1]' }, 'support', false, false],
    [{ fromEmail: '"田中，太郎" <a@bücher.example>' }, 'support', false, false],
    [{ toEmail: 'founder@example.org, founder@example.com.au' }, 'support', false, false],
  ])('%j → %s', (message, routingClass, humanReviewRequired, founderPrivate) => {
    expect(routed(message)).toEqual({
      routingClass,
      humanReviewRequired,
      founderPrivate,
      allowedAgents: [],
    });
  });
});

describe('a message of the founder', () => {
  const routed = (fields: object) =>
    routeMessage(policy, {
      folder: 'INBOX',
      fromEmail: 'ada@example.org',
      toEmail: null,
      mailbox,
      ...fields,
    });

  it.each([
    'founder@example.com.',
    'founder+taxes@example.com',
    '"founder"@example.com',
    'The founder <"founder"@example.com>',
    '"f\\ounder"@example.com',
    'found"er"@example.com',
    'founder(home)@example.com',
    'founder@(home)example.com',
    'founder @ example.com',
    'ｆounder＠example．com',
    'FOUNDER@EXAMPLE.COM',
    '"FOUNDER+x"@Example.Com.',
    '<@relay.example:founder@example.com>',
    'Team: ada@example.org, founder@example.com;',
    'ada@example.org; founder@example.com',
    'ada@example.org founder@example.com',
    'ada@example.org (founder@example.com)',
    '"founder@example.com via list" <list@example.org>',
    '<founder@example.com',
    'founder@example.com>',
    '\\founder@example.com',
    'founder@example.com\r\nX: y',
  ])('is private from and to %j', (address) => {
    for (const field of ['fromEmail', 'toEmail', 'mailbox']) {
      expect(routed({ [field]: address })).toMatchObject({
        routingClass: 'founder_private',
        founderPrivate: true,
      });
    }
  });

  it.each([
    'nonsense',
    'founder at example.com',
    'ada@example.org, founder',
    'foun\u200bder@example.com',
    'founder@exam\u00adple.com',
    'Ada <>',
    '=?utf-8?q?founder=40example.com?=',
    '=?utf-8?q?founder?=@example.com',
    'founder@example.com。',
    '     ',
    ',,,,,',
  ])('may be one whose address %j cannot be read, which is private and for people', (address) => {
    expect(routed({ fromEmail: address })).toMatchObject({
      routingClass: 'founder_private',
      founderPrivate: true,
      humanReviewRequired: true,
    });
  });

  it('does not exist without private addresses: what cannot be read is for people alone', () => {
    const open = { ...policy, founder_private_addresses: [] };
    const message = { folder: 'INBOX', fromEmail: 'nonsense', toEmail: null, mailbox };
    expect(routeMessage(open, message)).toMatchObject({
      routingClass: 'support',
      founderPrivate: false,
      humanReviewRequired: true,
    });
  });

  it('is private for a tagged address of the policy', () => {
    const tagged = { ...policy, founder_private_addresses: ['Founder+inbox@example.com'] };
    const message = { folder: 'INBOX', fromEmail: founder, toEmail: null, mailbox };
    expect(routeMessage(tagged, message).founderPrivate).toBe(true);
  });

  it.each([
    ' Founder',
    'Founder ',
    'Founder\u00a0',
    '\tfounder\n',
    'Foun\u200bder',
    'ＦＯＵＮＤＥＲ',
  ])('is private in the folder %j', (folder) => {
    expect(routed({ folder })).toMatchObject({ routingClass: 'founder_private' });
  });
});

describe('a folder', () => {
  const routed = (fields: object, folder: string) =>
    routeMessage(
      { ...policy, human_only_folders: [], founder_private_folders: [], ...fields },
      { folder, fromEmail: 'ada@example.org', toEmail: null, mailbox },
    );
  const own = { folder: 'Desk', default_queue: 'desk', allowed_agents: [], notes: '' };

  it('is private by its own policy, or by the list, in any spelling', () => {
    const isPrivate = { ...own, founder_private: true, human_review_required: false };
    expect(routed({ folder_policies: [isPrivate] }, 'desk')).toMatchObject({
      routingClass: 'founder_private',
      founderPrivate: true,
    });
    const listed = { founder_private_folders: ['Desk'], folder_policies: [] };
    expect(routed(listed, 'ｄｅｓｋ')).toMatchObject({ founderPrivate: true });
  });

  it('is for people by its own policy, or by the list', () => {
    const reviewed = { ...own, founder_private: false, human_review_required: true };
    expect(routed({ folder_policies: [reviewed] }, 'Desk')).toMatchObject({
      routingClass: 'desk',
      humanReviewRequired: true,
    });
    const listed = { human_only_folders: ['Desk'], folder_policies: [] };
    expect(routed(listed, 'Desk')).toMatchObject({
      routingClass: 'human_only',
      humanReviewRequired: true,
    });
  });
});

describe('aliases', () => {
  it.each([
    ['founder_console', mailbox, true],
    ['founder_console', founder, true],
    ['founder_console', 'FOUNDER@Example.com', true],
    ['triage-agent', mailbox, true],
    ['triage-agent', founder, false],
    ['triage-agent', 'other@example.com', false],
    // Names that every object inherits are no actors.
    ['constructor', mailbox, true],
    ['constructor', founder, false],
  ])('%s as %s: %s', (actor, alias, allowed) => {
    expect(sendAliasOf(policy, actor, alias) !== undefined).toBe(allowed);
  });

  it('of an actor that is listed are the listed ones alone', () => {
    const listed = { ...policy, send_aliases_by_actor: { bot: [] } };
    expect(sendAliasOf(listed, 'bot', mailbox)).toBeUndefined();
  });

  it('are known, and for people alone, by the lists', () => {
    expect([mailbox, founder, 'x@example.com'].map((one) => isKnownAlias(policy, one))).toEqual([
      true,
      true,
      false,
    ]);
    expect([mailbox, founder].map((one) => isHumanOnly(policy, one))).toEqual([false, true]);
  });
});
