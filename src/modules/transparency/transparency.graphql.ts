import { builder } from '../../graphql/builder.js';
import { query } from '../../graphql/operations.js';
import { getLogConsistency, type LogConsistency } from './get-log-consistency.js';
import { getLogProof, type LogProof } from './get-log-proof.js';

const LogProofRef = builder.objectRef<LogProof>('LogProof').implement({
  description: 'Proof that a report version is in the transparency log.',
  fields: (t) => ({
    origin: t.exposeString('origin', { description: 'Name of the log.' }),
    leafIndex: t.exposeInt('leafIndex', { description: 'Place of the version, from 0.' }),
    treeSize: t.exposeInt('treeSize', { description: 'Size of the tree that is proven against.' }),
    entry: t.exposeString('entry', {
      description: 'The entry, canonical JSON; its leaf hash is SHA-256 of a zero byte and it.',
    }),
    inclusionProof: t.exposeStringList('inclusionProof', {
      description: 'Audit path, base64, from the leaf to the root.',
    }),
    checkpoint: t.exposeString('checkpoint', {
      description: 'The newest checkpoint, a signed note; its key is at /log/key.',
    }),
  }),
});

const LogConsistencyRef = builder.objectRef<LogConsistency>('LogConsistency').implement({
  description: 'Proof that one tree of the transparency log is the start of another.',
  fields: (t) => ({
    origin: t.exposeString('origin', { description: 'Name of the log.' }),
    from: t.exposeInt('from', { description: 'Size of the earlier tree.' }),
    to: t.exposeInt('to', { description: 'Size of the later tree.' }),
    fromRoot: t.exposeString('fromRoot', { description: 'Root of the earlier tree, base64.' }),
    toRoot: t.exposeString('toRoot', { description: 'Root of the later tree, base64.' }),
    consistencyProof: t.exposeStringList('consistencyProof', {
      description: 'Hashes of the proof, base64.',
    }),
  }),
});

query(getLogProof, LogProofRef);
query(getLogConsistency, LogConsistencyRef);
