import { anyone } from '../../access.js';
import { ApiError, errorText } from '../../errors.js';
import { inclusionProof } from '../../lib/merkle.js';
import { text, whole } from '../../lib/schema.js';
import { get, operation } from '../../operation.js';

/** Proof that a report version is in the log. */
export interface LogProof {
  origin: string;
  leafIndex: number;
  treeSize: number;
  /** The entry whose hash is the leaf, as canonical JSON. */
  entry: string;
  /** Base64 of the hashes, from the leaf's neighbour up. */
  inclusionProof: string[];
  /** Signed head of the tree of that size, or of the newest one if the size was given. */
  checkpoint: string;
}

export const getLogProof = operation({
  name: 'logProof',
  kind: 'query',
  description:
    'Get the proof (RFC 6962) that a report version is in the transparency log, against the newest checkpoint or a tree size up to it.',
  access: anyone,
  args: {
    reportId: text(1, 64).describe('Id of the report.'),
    version: whole({ ge: 1 }).describe('Number of the version.'),
    treeSize: whole({ ge: 1 })
      .nullish()
      .describe('Size of the tree; omitted for that of the newest checkpoint.'),
  },
  example: { report_id: '019c1000-0000-7000-8000-000000000005', version: 1 },
  errors: ['log_entry_not_found', 'log_size'],
  rest: get('/v1/log/proof', {
    operationId: 'get_log_proof',
    tag: 'Transparency',
    summary: 'Get the inclusion proof of a report version',
  }),
  async run({ services }, { reportId, version, treeSize }): Promise<LogProof> {
    const { transparency: log } = services;
    const [entry, head] = await Promise.all([log.findEntry(reportId, version), log.checkpoint()]);
    if (!entry) throw new ApiError('log_entry_not_found', errorText('error.log_version'));
    if (head.size <= entry._id) {
      throw new ApiError('log_entry_not_found', errorText('error.log_version_new'));
    }
    const size = treeSize ?? head.size;
    if (size > head.size || size <= entry._id) {
      const detail = errorText('error.log_trees', { min: entry._id + 1, max: head.size });
      throw new ApiError('log_size', detail);
    }
    const proof = await inclusionProof(log.nodes(size), entry._id, size);
    return {
      origin: log.origin,
      leafIndex: entry._id,
      treeSize: size,
      entry: entry.text,
      inclusionProof: proof.map((hash) => hash.toString('base64')),
      checkpoint: head.text,
    };
  },
});
