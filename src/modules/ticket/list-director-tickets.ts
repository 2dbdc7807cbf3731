import { z } from 'zod';
import { scope } from '../../access.js';
import { filterText } from '../../lib/bounded-text.js';
import { fromRestQuery, listArgs, restListArgs } from '../../lib/list-args.js';
import { pageNewestFirst } from '../../lib/newest-first.js';
import type { Page } from '../../lib/page.js';
import { flag } from '../../lib/schema.js';
import { get, operation } from '../../operation.js';
import type { Ticket } from './ticket.js';

const pageLength = 50;

const filterFields = {
  status: filterText().nullish().describe('Only tickets with this status.'),
  owningPlane: filterText().nullish().describe('Only tickets of this plane.'),
  requestingPlane: filterText().nullish().describe('Only tickets that this plane asked for.'),
  incidentCode: filterText().nullish().describe('Only tickets of this incident.'),
  overdue: flag()
    .nullish()
    .describe('Only unfinished tickets whose deadline has passed; false: only the others.'),
};

const ticketFilter = z.object(filterFields).meta({
  input: 'DirectorTicketFilter',
  description: 'Conditions on director tickets; a ticket must meet all of them.',
});

export const listDirectorTickets = operation({
  name: 'directorTickets',
  kind: 'query',
  description: 'List director tickets, newest first.',
  access: scope('operator'),
  args: {
    ...listArgs('tickets', pageLength),
    filter: ticketFilter.nullish().describe('Conditions; omitted for all tickets.'),
  },
  errors: ['bad_cursor'],
  rest: get('/v1/operator/director-tickets', {
    operationId: 'list_director_tickets',
    tag: 'Tickets',
    summary: 'List director tickets, newest first',
    pick: 'nodes',
    query: z.object({ ...filterFields, ...restListArgs('tickets', pageLength) }),
    toArgs: fromRestQuery,
  }),
  async run({ services, notes }, args, selects): Promise<Page<Ticket>> {
    const { tickets } = services;
    const filter = args.filter ?? {};
    const names = Object.keys(filterFields) as (keyof typeof filterFields)[];
    const scope = ['directorTickets', ...names.map((name) => filter[name] ?? null)];
    return pageNewestFirst(
      {
        scope,
        keyOf: (ticket: Ticket) => ({ at: ticket.createdAt, id: ticket._id }),
        read: (range) => tickets.list(filter, range),
        count: () => tickets.count(filter),
      },
      { count: args.first ?? pageLength, after: args.after ?? null },
      selects('pageInfo', 'hasPreviousPage'),
      notes,
    );
  },
});
