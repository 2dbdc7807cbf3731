import type { TestApp } from '../../support/app.js';

/** Moves the clock of a test key, and runs all work that becomes due, which can take several calls on a busy machine. */
export async function advance(app: TestApp, key: string, milliseconds: number): Promise<void> {
  const clock = await app.rest('GET', '/v1/sandbox/clock', { key });
  const to = new Date(Date.parse(clock.body.now) + milliseconds).toISOString();
  for (;;) {
    const { status, body } = await app.rest('POST', '/v1/sandbox/clock/advance', {
      key,
      body: { to },
    });
    if (status !== 200) throw new Error(JSON.stringify(body));
    if (!body.more) return;
  }
}
