import type { Context, Hono } from 'hono';
import type { Child } from 'hono/jsx';
import type { Env } from '../http/request.js';
import { compiledUrl } from '../lib/compiled.js';
import { assetResponse } from './assets.js';

const style = `
:root{color-scheme:light dark;--page:#f3f5f8;--card:#fff;--ink:#17202b;--soft:#556270;--line:#d3dae3;--go:#0b5cad;--go-ink:#fff;--code:#f2f4f7}
@media (prefers-color-scheme:dark){:root{--page:#10161d;--card:#19222c;--ink:#e8edf2;--soft:#a5b1be;--line:#34414f;--go:#6cb2f7;--go-ink:#07121d;--code:#10161d}}
*{box-sizing:border-box}body{margin:0;background:var(--page);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
header{padding:1.25rem 1.5rem 0;max-width:84rem;margin:auto}h1{font-size:1.35rem;margin:0}h2{font-size:1.05rem;margin:0 0 .75rem}p{margin:.25rem 0 .75rem;color:var(--soft)}
main{display:grid;grid-template-columns:minmax(20rem,28rem) minmax(0,1fr);gap:1rem;padding:1rem 1.5rem 2rem;max-width:84rem;margin:auto;align-items:start}
@media (max-width:60rem){main{grid-template-columns:minmax(0,1fr)}}
section{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:1rem 1.1rem;margin-bottom:1rem}
label{display:block;font-size:.85rem;color:var(--soft);margin-bottom:.6rem}
input,textarea,select{display:block;width:100%;font:inherit;padding:.4rem .55rem;margin-top:.15rem;border:1px solid var(--line);border-radius:6px;background:var(--card);color:var(--ink)}
input[type=checkbox]{display:inline;width:auto;margin-right:.4rem}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:.7rem}
button{font:inherit;font-weight:600;padding:.45rem .9rem;border-radius:6px;border:1px solid var(--go);background:var(--go);color:var(--go-ink);cursor:pointer}
button.quiet{background:transparent;color:var(--go)}
:focus-visible{outline:3px solid #3b82f6;outline-offset:1px}
table{width:100%;border-collapse:collapse;font-size:.88rem}th,td{text-align:left;padding:.35rem .5rem;border-bottom:1px solid var(--line);overflow-wrap:anywhere}th{color:var(--soft);font-weight:500}
td button{padding:.1rem .4rem;font-weight:500}
pre{background:var(--code);border-radius:6px;padding:.75rem;margin:0;overflow:auto;max-height:30rem;font-size:.8rem}
.status{font-weight:600}.status[data-ok=false]{color:#c0392b}`;

const policy =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

function Field(props: { label: string; children: Child }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is among the children
    <label>
      {props.label}
      {props.children}
    </label>
  );
}

function ConsolePage() {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Developer console – verification service</title>
        <style>{style}</style>
        <script type="module" src="/console/start.js" />
      </head>
      <body>
        <header>
          <h1>Developer console</h1>
          <p>
            Try the job routes with a pilot API key. The key stays in this page and is gone when it
            is closed. <a href="/docs">Interface description</a> · <a href="/graphql">GraphiQL</a>
          </p>
        </header>
        <main>
          <div>
            <section>
              <h2>Key</h2>
              <form id="key-form" autocomplete="off">
                <Field label="Pilot API key">
                  <input id="key" type="password" required spellcheck={false} />
                </Field>
                <button type="submit">Check and list jobs</button>
              </form>
            </section>
            <section>
              <h2>POST /v1/jobs</h2>
              <form id="job-form">
                <Field label="Objective">
                  <input name="objective" value="Is the shop open?" />
                </Field>
                <Field label="Address">
                  <input name="address" value="Alexanderplatz 1, 10178 Berlin" />
                </Field>
                <div class="pair">
                  <Field label="Latitude">
                    <input name="latitude" value="52.5219" inputmode="decimal" />
                  </Field>
                  <Field label="Longitude">
                    <input name="longitude" value="13.4132" inputmode="decimal" />
                  </Field>
                </div>
                <Field label="Notes">
                  <textarea name="notes" rows={2}>
                    The entrance is on the square.
                  </textarea>
                </Field>
                <div class="pair">
                  <Field label="Service key (may be empty)">
                    <input name="service_key" />
                  </Field>
                  <Field label="Nonce">
                    <input name="nonce" spellcheck={false} />
                  </Field>
                </div>
                <label>
                  <input type="checkbox" name="auto_open" checked />
                  Open at once
                </label>
                <button type="submit">Create job</button>
              </form>
            </section>
            <section>
              <h2>POST /v1/jobs/{'{id}'}/requester-feedback</h2>
              <form id="feedback-form">
                <Field label="Job id">
                  <input name="job_id" required spellcheck={false} />
                </Field>
                <div class="pair">
                  <Field label="Rating">
                    <select name="rating">
                      <option value="">none</option>
                      {[1, 2, 3, 4, 5].map((rating) => (
                        <option value={rating}>{rating}</option>
                      ))}
                    </select>
                  </Field>
                  <Field label="Verdict">
                    <select name="verdict">
                      <option value="">none</option>
                      <option>accepted</option>
                      <option>needs_more</option>
                      <option>disputed</option>
                    </select>
                  </Field>
                </div>
                <Field label="Comment">
                  <textarea name="comment" rows={2} />
                </Field>
                <button type="submit">Send feedback</button>
              </form>
            </section>
          </div>
          <div>
            <section>
              <h2>GET /v1/jobs</h2>
              <form id="list-form" class="pair">
                <Field label="Status (may be empty)">
                  <input name="status" />
                </Field>
                <Field label="Limit">
                  <input name="limit" value="10" inputmode="numeric" />
                </Field>
                <button type="submit" class="quiet">
                  List jobs
                </button>
              </form>
              <table id="jobs" hidden>
                <thead>
                  <tr>
                    <th>Job</th>
                    <th>Status</th>
                    <th>Objective</th>
                    <th>Created</th>
                  </tr>
                </thead>
                <tbody />
              </table>
            </section>
            <section aria-live="polite">
              <h2>Last answer</h2>
              <p>
                <span id="request">Nothing was sent yet.</span> <span id="status" class="status" />
              </p>
              <pre id="answer" tabindex={0} />
            </section>
          </div>
        </main>
      </body>
    </html>
  );
}

function consolePage(c: Context<Env>): Response | Promise<Response> {
  c.header('content-security-policy', policy);
  return c.html(<ConsolePage />);
}

/** A page to try job creation and requester feedback with a pilot API key. */
export function mountConsole(app: Hono<Env>): void {
  app.get('/console', consolePage);
  app.get('/console/start.js', (c) => {
    const file = compiledUrl(import.meta.url, './console-client.js');
    return assetResponse(c, file, 'text/javascript; charset=utf-8');
  });
}
