import type { Context } from 'hono';
import type { Env } from '../http/request.js';
import { fileBytesMax, mebibytes, videoBytesMax } from '../modules/evidence/media-types.js';

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
          Your link contains a token: the long text after the # in the address bar. Anyone with the
          token can send evidence for this task, so keep it private.
        </p>
        <p>To get the steps to show, run:</p>
        <pre>{`curl ${baseUrl}/v1/capture/task -H 'Authorization: Bearer <TOKEN>'`}</pre>
        <p>
          Send each photo, video or document with the position and time of its capture. If an
          operator sent you the link:
        </p>
        <pre>{command('/v1/provider/evidence')}</pre>
        <p>If the requester of the check sent you the link:</p>
        <pre>{command('/v1/capture/evidence')}</pre>
        <p>
          The response lists each failed check with its measured value. Limits: photos (JPEG, PNG,
          WebP, HEIC) and PDF {mebibytes(fileBytesMax)}, videos (MP4, MOV){' '}
          {mebibytes(videoBytesMax)}.
        </p>
      </body>
    </html>,
  );
}
