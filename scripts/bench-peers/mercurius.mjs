// Fastify with Mercurius, which compiles each query with graphql-jit on first use.
import fastify from 'fastify';
import mercurius from 'mercurius';
import { announce, cpu, find, jobResolvers, known, newest, typeDefs } from './store.mjs';

const app = fastify();
app.get('/cpu', async () => cpu());
app.addHook('preHandler', async (request, reply) => {
  if (request.url === '/cpu') return;
  if (!(await known(request.headers['x-api-key']))) reply.code(401).send({ error: 'no key' });
});
app.register(mercurius, {
  schema: typeDefs,
  resolvers: {
    Job: jobResolvers,
    Query: {
      job: (_root, { id }) => find(id),
      jobs: async (_root, { first }) => ({ nodes: await newest(first) }),
    },
  },
  jit: 1,
});
await app.listen({ host: '127.0.0.1', port: 0 });
announce(app.server.address().port);
