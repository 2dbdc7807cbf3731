import { type Access, anyone } from '../access.js';
import type { RequestContext } from '../context.js';
import { list, text } from '../lib/schema.js';
import { admit, type OperationCall, operation, perform, type Target } from '../operation.js';
import type { HeaderViewer } from '../viewer.js';
import { builder } from './builder.js';
import { graphqlLimits } from './limits.js';
import { callsOf, fetchNode } from './node.js';
import { query } from './operations.js';

/** The viewer is admitted by the query that each global id stands for. */
const accessOfType: Access<HeaderViewer> = { ...anyone, label: 'as the query of the type' };

const runAs =
  (ctx: RequestContext) =>
  async ({ op, args }: OperationCall): Promise<object> =>
    perform(op, await admit(op, ctx, args), args);

const idsMax = graphqlLimits.aliases;

const nodeTarget: Target<'id'> = {
  argument: 'id',
  parameter: 'id',
  description: 'Global id: the field `id` of a Node.',
  missing: 'not_found',
};

const getNode = operation({
  name: 'node',
  kind: 'query',
  description:
    'Get an object by its global id, with the access, limits and refusals of the query of its type: `job`, `report`, `siteCheck` (access token as Bearer), `customerRequest` (session).',
  access: accessOfType,
  target: nodeTarget,
  errors: [],
  callsFor: ({ id }) => callsOf([id]),
  run: (ctx, { id }) => fetchNode(id, runAs(ctx)),
});

const getNodes = operation({
  name: 'nodes',
  kind: 'query',
  description:
    'Get objects by their global ids, each as `node` does, in the order of the ids; null with an error for each that is refused.',
  access: accessOfType,
  args: {
    ids: list(text(0, 1_000).meta({ scalar: 'ID' }), { max: idsMax }).describe('Global ids.'),
  },
  example: { ids: [] },
  errors: ['not_found'],
  callsFor: ({ ids }) => callsOf((Array.isArray(ids) ? ids : [ids]).slice(0, idsMax)),
  async run(ctx, { ids }) {
    const fetched = new Map(ids.map((id) => [id, null as object | null]));
    const run = runAs(ctx);
    await Promise.all(
      [...fetched.keys()].map(async (id) => {
        // An error in a list is the error of its place.
        fetched.set(id, await fetchNode(id, run).catch((error: Error) => error));
      }),
    );
    return ids.map((id) => fetched.get(id) ?? null);
  },
});

const NodeRef = builder.nodeInterfaceRef();

query(getNode, NodeRef);
query(getNodes, [NodeRef], { nullable: { list: true, items: true } });
