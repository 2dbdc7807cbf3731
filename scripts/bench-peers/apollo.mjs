// Apollo Server on Express, with documents read by mongoose as in its manual.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { ApolloServer } from '@apollo/server';
import { expressMiddleware } from '@as-integrations/express5';
import express from 'express';
import mongoose from 'mongoose';
import { announce, cpu, jobResolvers, typeDefs } from './store.mjs';

const { Schema } = mongoose;
await mongoose.connect(process.env.MONGODB_URI, {
  dbName: process.env.MONGODB_DB,
  autoIndex: false,
});
const options = { autoCreate: false, versionKey: false };
const step = new Schema(
  { stepName: String, label: String, instructions: String, status: String, required: Boolean },
  { _id: false },
);
const Job = mongoose.model(
  'Job',
  new Schema(
    {
      _id: String,
      status: String,
      statusReason: String,
      serviceKey: String,
      objective: String,
      address: String,
      latitude: Number,
      longitude: Number,
      notes: String,
      nonce: String,
      autoOpen: Boolean,
      requestId: String,
      evidence: [Schema.Types.Mixed],
      revision: Number,
      createdAt: Date,
      updatedAt: Date,
      openedAt: Date,
      submittedAt: Date,
      completedAt: Date,
      expiresAt: Date,
      steps: [step],
    },
    options,
  ),
  'jobs',
);
const Integrator = mongoose.model(
  'Integrator',
  new Schema({ _id: String, keys: [new Schema({ hash: String }, { _id: false })] }, options),
  'integrators',
);

const server = new ApolloServer({
  typeDefs,
  resolvers: {
    Job: jobResolvers,
    Query: {
      job: (_root, { id }) => Job.findById(id),
      jobs: async (_root, { first }) => ({
        nodes: await Job.find().sort({ createdAt: -1, _id: -1 }).limit(first),
      }),
    },
  },
});
await server.start();
const app = express();
app.get('/cpu', (_request, response) => response.json(cpu()));
app.use('/graphql', async (request, response, next) => {
  const hash = createHash('sha256')
    .update(request.get('x-api-key') ?? '')
    .digest('hex');
  if (await Integrator.findOne({ 'keys.hash': hash })) next();
  else response.status(401).json({ error: 'no key' });
});
app.use('/graphql', express.json(), expressMiddleware(server));
const listener = createServer(app).listen(0, '127.0.0.1', () => announce(listener.address().port));
