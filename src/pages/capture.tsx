import type { Context } from 'hono';
import type { Env } from '../http/request.js';

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:42rem;margin:3rem auto;padding:0 1rem;color:#1a2330}
pre{background:#f2f4f7;padding:1rem;overflow-x:auto;border-radius:6px}h1{font-size:1.5rem}`;

/** The page behind a capture link. The token stays in the fragment, which no server sees. */
export function capturePage(c: Context<Env>): Response | Promise<Response> {
  const { baseUrl } = c.get('services');
  const command = (path: string) =>
    `curl -X POST ${baseUrl}${path} \\
  -F ${path.includes('capture') ? 'capture_token' : 'provider_task_token'}=<TOKEN> \\
  -F latitude=52.5219 -F longitude=13.4132 \\
  -F captured_at=2026-01-31T12:00:00Z \\
  -F step_name=arrival_overview \\
  -F file=@photo.jpg`;
  c.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'");
  return c.html(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Send evidence</title>
        <style>{style}</style>
      </head>
      <body>
        <h1>Send evidence</h1>
        <p>
          You were sent here with a link that carries a token: the long text behind the # in the
          address bar. Whoever has it can send evidence for this one task, so keep it to yourself.
        </p>
        <p>What is to be shown, step by step, is answered by:</p>
        <pre>{`curl ${baseUrl}/v1/capture/task -H 'Authorization: Bearer <TOKEN>'`}</pre>
        <p>
          Each photo, video or document is sent with the place and the time it was taken. If the
          link came from an operator:
        </p>
        <pre>{command('/v1/provider/evidence')}</pre>
        <p>If you were invited by the person who ordered the check:</p>
        <pre>{command('/v1/capture/evidence')}</pre>
        <p>
          The answer says whether every check passed and, if not, which one failed and what was
          measured. Photos up to 20 MB (JPEG, PNG, WebP, HEIC), videos up to 100 MB (MP4, MOV), PDF
          up to 20 MB.
        </p>
      </body>
    </html>,
  );
}
