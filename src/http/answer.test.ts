import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { fieldsOf, plainAnswer, reply, send } from './answer.js';
import type { Env } from './request.js';

const answer = () => ({
  status: 201,
  body: Buffer.from('{}'),
  fields: new Map([['content-type', 'application/json']]),
  cookies: ['a=1', 'b=2'],
});

/** An app that sends what a handler replies, with a middleware between them. */
function appWith(between: (response: Response) => Response) {
  const app = new Hono<Env>();
  app.use(async (c, next) => {
    await next();
    fieldsOf(c, c.res).set('vary', 'Accept');
    const plain = plainAnswer(c, c.res);
    if (plain) send(c, plain);
  });
  app.use(async (c, next) => {
    await next();
    const given = c.res;
    c.res = undefined;
    c.res = between(given);
  });
  app.get('/', (c) => reply(c, answer()));
  app.onError((error) => new Response(error.message, { status: 500 }));
  return app;
}

it('sends a plain answer with the fields that were set behind it, and its cookies', async () => {
  const sent = await appWith((response) => response).request('/');
  expect(sent.status).toBe(201);
  expect(Object.fromEntries(sent.headers)).toMatchObject({
    'content-type': 'application/json',
    vary: 'Accept',
  });
  expect(sent.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect(await sent.text()).toBe('{}');
});

it('fails where a middleware has replaced what stands for an answer, which would be lost', async () => {
  const sent = await appWith((response) => new Response(null, response)).request('/');
  expect(sent.status).toBe(500);
  expect(await sent.text()).toContain('replaced');
});
