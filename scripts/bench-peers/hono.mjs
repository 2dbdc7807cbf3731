// The baseline: a handler without validation, events, limits or a log.
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { announce, cpu, find, insert, known, newest } from './store.mjs';

const app = new Hono();
app.get('/cpu', (c) => c.json(cpu()));
app.use('/v1/*', async (c, next) => {
  if (!(await known(c.req.header('x-api-key')))) return c.json({ error: 'no key' }, 401);
  await next();
});
app.get('/v1/jobs', async (c) => c.json(await newest(20)));
app.get('/v1/jobs/:id', async (c) => c.json(await find(c.req.param('id'))));
app.post('/v1/jobs', async (c) => c.json(await insert(await c.req.json()), 201));
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => announce(port));
