import { anyone } from '../../access.js';
import { ApiError, errorText } from '../../errors.js';
import { consistencyProof, treeRoot } from '../../lib/merkle.js';
import { whole } from '../../lib/schema.js';
import { get, operation } from '../../operation.js';

/** Proof that one tree is the start of another. */
export interface LogConsistency {
  origin: string;
  from: number;
  to: number;
  /** Base64 of both roots, computed from the current log. */
  fromRoot: string;
  toRoot: string;
  consistencyProof: string[];
}

export const getLogConsistency = operation({
  name: 'logConsistency',
  kind: 'query',
  description:
    'Get the proof (RFC 6962) that the tree of `from` entries is the start of the tree of `to` entries.',
  access: anyone,
  args: {
    from: whole({ ge: 0 }).describe('Size of the earlier tree.'),
    to: whole({ ge: 0 }).nullish().describe('Size of the later tree; omitted for the newest.'),
  },
  example: { from: 0 },
  errors: ['log_size'],
  rest: get('/v1/log/consistency', {
    operationId: 'get_log_consistency',
    tag: 'Transparency',
    summary: 'Get the consistency proof between two tree sizes',
  }),
  async run({ services }, { from, to }): Promise<LogConsistency> {
    const { transparency: log } = services;
    const head = await log.checkpoint();
    const later = to ?? head.size;
    if (later > head.size || from > later) {
      const detail = errorText('error.log_sizes', { max: head.size });
      throw new ApiError('log_size', detail);
    }
    const nodes = log.nodes(later);
    const [fromRoot, toRoot, proof] = await Promise.all([
      treeRoot(nodes, from),
      treeRoot(nodes, later),
      consistencyProof(nodes, from, later),
    ]);
    return {
      origin: log.origin,
      from,
      to: later,
      fromRoot: fromRoot.toString('base64'),
      toRoot: toRoot.toString('base64'),
      consistencyProof: proof.map((hash) => hash.toString('base64')),
    };
  },
});
