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
  ])('is refused by name: %j', (file, words) => {
    expect(() => parseEmailPolicy(JSON.stringify(file))).toThrow(words);
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
    [{ folder: 'Elsewhere' }, 'unrouted', false, false],
    [{ fromEmail: founder }, 'founder_private', false, true],
    [{ toEmail: `Desk <${mailbox}>, "F" <FOUNDER@example.com>` }, 'founder_private', false, true],
    [{ mailbox: founder }, 'founder_private', false, true],
    [{ fromEmail: `not-${founder}` }, 'support', false, false],
    [{ folder: 'Billing', toEmail: founder }, 'founder_private', true, true],
  ])('%j → %s', (message, routingClass, humanReviewRequired, founderPrivate) => {
    expect(routed(message)).toEqual({
      routingClass,
      humanReviewRequired,
      founderPrivate,
      allowedAgents: [],
    });
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
