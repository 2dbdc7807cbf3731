import type { CommandStartedEvent } from 'mongodb';
import { expect, it } from 'vitest';
import { subscribe } from '../event/support/sse.js';
import { jobBody, startTestApp } from '../support/app.js';

const seconds = 20;

it(`sends at most one query a second in ${seconds} idle seconds, six with 20 open streams`, async () => {
  const app = await startTestApp();
  const commands: string[] = [];
  const note = ({ commandName, command }: CommandStartedEvent) =>
    commands.push(`${commandName} ${command[commandName]}`);
  await app.rest('POST', '/v1/jobs', { body: jobBody() });
  await app.services.relay.drain();
  // Daily and hourly work is due at the first start, and is not part of idling.
  await app.services.schedules.runDue();
  const idle = async (during = seconds) => {
    const until = performance.now() + during * 1_000;
    commands.length = 0;
    app.services.client.on('commandStarted', note);
    await expect
      .poll(() => performance.now() >= until, { timeout: 2 * during * 1_000, interval: 500 })
      .toBe(true);
    app.services.client.off('commandStarted', note);
    return commands;
  };
  // The lease expires first, which causes a search for other processes' writes.
  await idle(10);
  expect((await idle()).length, commands.join('\n')).toBeLessThanOrEqual(seconds);

  const query = 'subscription { jobEvents { seq } }';
  const streams = await Promise.all(Array.from({ length: 20 }, () => subscribe(app, query)));
  // Each stream checks once for events that arrived while it was opened.
  await idle(10);
  expect((await idle()).length, commands.join('\n')).toBeLessThanOrEqual(6 * seconds);
  await Promise.all(streams.map((stream) => stream.close()));
  await app.stop();
}, 180_000);
