// The database operations shared by all JavaScript peers: look-up of the key, reads and an insert.
import { createHash, randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';

const client = await new MongoClient(process.env.MONGODB_URI, {
  writeConcern: { w: 'majority', journal: true },
  maxPoolSize: 50,
}).connect();
const db = client.db(process.env.MONGODB_DB);
const jobs = db.collection('jobs');
const copies = db.collection('bench_copies');
const template = await jobs.findOne({}, { projection: { outbox: 0, nonce: 0 } });

const hashOf = (key) =>
  createHash('sha256')
    .update(key ?? '')
    .digest('hex');

/** Returns true if the header's key belongs to an integrator. */
export const known = async (key) =>
  (await db.collection('integrators').findOne({ 'keys.hash': hashOf(key) })) !== null;
export const find = (id) => jobs.findOne({ _id: id });
export const newest = (count) =>
  jobs.find().sort({ createdAt: -1, _id: -1 }).limit(count).toArray();

/** Stores a document as large as the service's own, without events, validation or a choice of steps. */
export async function insert(given) {
  const job = { ...template, ...given, _id: randomUUID(), createdAt: new Date(), outbox: [] };
  await copies.insertOne(job);
  return job;
}

/** Returns the CPU time of this process so far, in microseconds. */
export function cpu() {
  const { user, system } = process.cpuUsage();
  return { cpu: user + system };
}

export const typeDefs = `
  type Step { stepName: String! label: String! status: String! required: Boolean! }
  type Job {
    jobId: ID! status: String! statusReason: String serviceKey: String objective: String!
    address: String! latitude: Float! longitude: Float! notes: String! nonce: String!
    autoOpen: Boolean! requestId: ID evidenceCount: Int! revision: Int!
    createdAt: String! updatedAt: String! openedAt: String submittedAt: String
    completedAt: String expiresAt: String steps: [Step!]!
  }
  type Jobs { nodes: [Job!]! }
  type Query { job(id: ID!): Job jobs(first: Int): Jobs! }
`;

const time = (name) => (job) => job[name]?.toISOString() ?? null;
const times = ['createdAt', 'updatedAt', 'openedAt', 'submittedAt', 'completedAt', 'expiresAt'];
export const jobResolvers = {
  jobId: (job) => job._id,
  evidenceCount: (job) => job.evidence.length,
  ...Object.fromEntries(times.map((name) => [name, time(name)])),
};

/** Reports the port to the parent process. */
export const announce = (port) => process.stdout.write(`${JSON.stringify({ port })}\n`);
