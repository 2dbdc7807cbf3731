import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';

it('a demo does not use the database configured in the environment', () => {
  const compiled = new URL('../../dist/scripts/demo/service.js', import.meta.url).href;
  const program = `import { startDemoService } from ${JSON.stringify(compiled)};
    const { baseUrl, key, stop } = await startDemoService();
    const answer = await fetch(baseUrl + '/v1/jobs', { headers: { 'x-api-key': key } });
    console.log(answer.status, await answer.text());
    await stop();`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    // No server listens there, so a service that used this URI would not start.
    env: { PATH: process.env['PATH'], TMPDIR: tmpdir(), MONGODB_URI: 'mongodb://127.0.0.1:1' },
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect({ stdout, stderr }).toEqual({ stdout: '200 []\n', stderr: '' });
});
