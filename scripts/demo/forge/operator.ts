import { createHash, generateKeyPairSync } from 'node:crypto';
import { signCheckpoint, verifierKey } from '../../../src/lib/checkpoint.js';
import { type Hash, inclusionProof, leafHash, treeRoot } from '../../../src/lib/merkle.js';
import { nodesOf, tileAt } from '../../../src/lib/tiles.js';
import { type LogReceipt, signContent } from '../../../src/modules/report/integrity.js';
import { entryText, type LogEntry } from '../../../src/modules/report/log-entry.js';
import type { ReportAnswer } from '../../../src/modules/report/report-answer.js';
import type { ReportContent } from '../../../src/modules/report/report-schema.js';
import { readKeySet } from '../../../src/modules/report/verify/key-set.js';
import type { ReadLog } from '../../../src/modules/transparency/published.js';
import { tileFile } from '../../../src/modules/transparency/tile-file.js';

/**
 * Returns a key pair with its public half in the form of a key set.
 *
 * @param use the declared use of the key
 */
export function newKey(use: 'sig' | 'log') {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { crv, kty, x } = publicKey.export({ format: 'jwk' });
  const members = JSON.stringify({ crv, kty, x });
  const keyId = createHash('sha256').update(members).digest('base64url');
  return { keyId, privateKey, publicKey, publicJwk: { crv, kty, x, kid: keyId, use } };
}

/** Creates an operator who has every key of a service, and so can sign anything. */
export async function createOperator(origin: string) {
  const report = newKey('sig');
  const log = newKey('log');

  const leavesOf = (entries: readonly LogEntry[]): Hash[] =>
    entries.map((entry) => leafHash(entryText(entry)));
  const nodesIn = (leaves: readonly Hash[]) => nodesOf(async () => leaves, leaves.length);

  async function checkpoint(entries: readonly LogEntry[]): Promise<string> {
    const leaves = leavesOf(entries);
    const root = await treeRoot(nodesIn(leaves), leaves.length);
    return signCheckpoint({ origin, size: leaves.length, root }, log.privateKey);
  }

  return {
    keys: await readKeySet({ keys: [report.publicJwk, log.publicJwk] }),

    /** Returns a report response like another one, with this content, signed with the key of the service. */
    async sign(like: ReportAnswer, content: ReportContent, now: Date): Promise<ReportAnswer> {
      const previousSha256 = like.integrity.previous_sha256;
      const signed = await signContent(content, { key: report as never, previousSha256, now });
      const media = like.evidence_items;
      return {
        ...like,
        ...content,
        evidence_items: content.evidence_items.map((item, at) => ({
          ...item,
          media_url: media[at]?.media_url ?? '',
        })),
        versions: [],
        integrity: { ...signed.integrity, pdf: null, log: null },
      };
    },

    /** Returns the receipt of an entry in the log of these entries. */
    async receipt(entries: readonly LogEntry[], index: number): Promise<LogReceipt> {
      const leaves = leavesOf(entries);
      const proof = await inclusionProof(nodesIn(leaves), index, leaves.length);
      return {
        origin,
        leaf_index: index,
        tree_size: leaves.length,
        inclusion_proof: proof.map((hash) => hash.toString('base64')),
        checkpoint: await checkpoint(entries),
      };
    },

    /** Publishes a log of these entries, fewer than a tile. */
    publish(entries: readonly LogEntry[]): ReadLog {
      const leaves = leavesOf(entries);
      const published = {
        tileAt: async (level: number, index: number) => tileAt(level, index, leaves.length),
        readTile: async () => leaves,
        entriesOf: async () => entries.map(entryText),
      };
      return async (path) => {
        if (path === '/log/key') return Buffer.from(verifierKey(origin, log.publicKey));
        if (path === '/log/checkpoint') return Buffer.from(await checkpoint(entries));
        const [, level = '', tile = ''] = /^\/log\/tile\/([^/]+)\/(.+)$/.exec(path) ?? [];
        const bytes = await tileFile(published, level, tile);
        if (!bytes) throw new Error(`${path} is not published`);
        return bytes;
      };
    },
  };
}
