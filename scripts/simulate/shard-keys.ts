import type { IndexDescriptionInfo } from 'mongodb';

/** The shard key of a collection, or why it stays on one shard. */
export type Sharding = { key: Readonly<Record<string, 1 | 'hashed'>> } | { oneShard: string };

/** Documents are read and changed by their id; ids start with a time, so only a hash spreads inserts. */
const byId = { key: { _id: 'hashed' } } as const;
const small = { oneShard: 'small: it grows with operators, not with jobs' } as const;
const expires = { oneShard: 'small: documents expire or are deleted once done' } as const;

/** Lists and filters name an integrator; its documents are on one shard, or on a few neighbors once it is large. */
const byIntegrator = { key: { integratorId: 1, _id: 1 } } as const;

/** Sharding of every collection. */
export const shardKeys: Readonly<Record<string, Sharding>> = {
  agent_actions: byId,
  agent_states: small,
  agent_telemetry: byId,
  beliefs: byId,
  cadence_states: small,
  customers: byId,
  decisions: byId,
  director_tickets: small,
  dispatch_runs: byId,
  // Unique across shards, and read in this order; all inserts go to the shard of the highest numbers.
  events: { key: { seq: 1 } },
  'evidence.chunks': { key: { files_id: 1, n: 1 } },
  'evidence.files': byId,
  'evidence.fingerprints': byId,
  'evidence.pending': expires,
  'evidence.previews': byId,
  experiments: small,
  follower_retries: expires,
  followers: small,
  idempotency: byId,
  idempotency_erasures: expires,
  inbox_messages: { key: { provider: 1, externalMessageId: 1 } },
  integrators: small,
  job_schedules: byId,
  jobs: byIntegrator,
  kpi_marks: small,
  kpi_snapshots: small,
  leases: small,
  log_checkpoints: byId,
  log_entries: byId,
  log_tiles: byId,
  mail_preferences: byId,
  mails: byId,
  migrations: small,
  password_resets: expires,
  'pdfs.chunks': { key: { files_id: 1, n: 1 } },
  'pdfs.files': byId,
  pilot_key: small,
  providers: small,
  push_subscriptions: byId,
  rate_limits: expires,
  report_bodies: byId,
  report_certificates: small,
  report_counters: byId,
  report_pending: expires,
  report_timestamps: expires,
  retention: small,
  schedules: small,
  server_keys: small,
  share_links: { key: { requestId: 1, number: 1 } },
  site_checks: byId,
  sms_opt_outs: small,
  webhook_deliveries: { key: { endpointId: 1, createdAt: 1 } },
  webhook_endpoints: small,
};

export type Index = Pick<IndexDescriptionInfo, 'key' | 'unique'>;

export interface ShardedIndexes {
  /** Indexes that begin with the shard key: their queries hit one shard, or a few neighbors. */
  oneShard: string[];
  /** Indexes whose queries are sent to every shard. */
  scatter: string[];
  /** Unique indexes that MongoDB cannot enforce across shards: the collection cannot be sharded with them. */
  conflicts: string[];
}

/** Returns what the shard key means for the indexes of a collection. */
export function shardedIndexes(
  key: Readonly<Record<string, 1 | 'hashed'>>,
  indexes: readonly Index[],
): ShardedIndexes {
  const fields = Object.keys(key);
  const [first] = fields;
  const isHashed = Object.values(key).includes('hashed');
  const found: ShardedIndexes = { oneShard: [], scatter: [], conflicts: [] };
  for (const index of indexes) {
    const names = Object.keys(index.key);
    const name = names.join(', ');
    (names[0] === first ? found.oneShard : found.scatter).push(name);
    // The server checks a unique index only within a shard, so the key must determine the shard.
    const isPrefixed = !isHashed && fields.every((field, i) => names[i] === field);
    const isId = name === '_id';
    if (index.unique && !isId && !isPrefixed) found.conflicts.push(name);
  }
  return found;
}
