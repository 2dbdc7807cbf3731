import type { Context, Hono } from 'hono';
import type { Env } from '../http/request.js';
import { assetPath } from './frame/assets.js';
import { Frame, renderPage } from './frame/frame.js';
import { contentPolicy } from './frame/headers.js';
import { messages } from './messages/docs.en.js';

/** Swagger UI sets inline styles. */
const policy = contentPolicy.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'");

const createExample = (baseUrl: string) => `curl -X POST ${baseUrl}/v1/jobs \\
  -H "X-API-Key: $KEY" \\
  -H 'Content-Type: application/json' -d '{
  "objective": "Is the shop open?",
  "address": "Alexanderplatz 1, 10178 Berlin",
  "latitude": 52.5219, "longitude": 13.4132,
  "notes": "The entrance is on the square.",
  "nonce": "example-0001"}'`;

const listExample = (baseUrl: string) => `curl ${baseUrl}/graphql \\
  -H "X-API-Key: $KEY" \\
  -H 'Content-Type: application/json' -d '{
  "query": "{ jobs(first: 1) { nodes { jobId status } } }"}'`;

const { starts } = messages;

/** An example for each way to start, in the order of `starts`. */
const startExamples: Record<keyof typeof starts, (baseUrl: string) => string> = {
  key: (baseUrl) => `curl ${baseUrl}/graphql -H "X-API-Key: $KEY" \\
  -H 'Content-Type: application/json' -d '{
  "query": "{ viewer { integrator { name } scopes } }"}'`,
  sandbox: (baseUrl) => `curl -X POST ${baseUrl}/v1/sandbox/clock/advance \\
  -H "X-API-Key: $TEST_KEY" \\
  -H 'Content-Type: application/json' -d '{"seconds": 10800}'`,
  webhooks: (baseUrl) => `curl -X POST ${baseUrl}/v1/webhook-endpoints \\
  -H "X-API-Key: $KEY" \\
  -H 'Content-Type: application/json' -d '{
  "url": "https://example.com/hooks",
  "event_types": ["job.completed"]}'`,
  mcp: (baseUrl) => `{ "mcpServers": { "verification": {
  "type": "http", "url": "${baseUrl}/mcp",
  "headers": { "X-API-Key": "<API_KEY>" } } } }`,
};

/** How to begin: a key, the sandbox, webhooks, agents. */
function Starts({ baseUrl }: { baseUrl: string }) {
  return (
    <section class="tight" aria-labelledby="start">
      <h2 id="start">{messages.startsHeading}</h2>
      <div class="examples">
        {Object.entries(starts).map(([name, { heading, text }]) => (
          <section class="tight" id={name}>
            <h3>{heading}</h3>
            <p class="soft">{text}</p>
            <pre class="code" tabindex={0}>
              <code>{startExamples[name as keyof typeof starts](baseUrl)}</code>
            </pre>
          </section>
        ))}
      </div>
    </section>
  );
}

function Example({ heading, text }: { heading: string; text: string }) {
  return (
    <section class="tight">
      <h2 class="h3">{heading}</h2>
      <pre class="code" tabindex={0}>
        <code>{text}</code>
      </pre>
    </section>
  );
}

function showDocs(c: Context<Env>) {
  const { baseUrl, config } = c.get('services');
  const swagger = (
    <>
      <link rel="stylesheet" href={assetPath('swagger-ui.css')} />
      <script src={assetPath('swagger-ui-bundle.js')} defer />
    </>
  );
  const page = (
    <Frame
      heading={messages.heading}
      description={messages.lead}
      baseUrl={baseUrl}
      operator={config.operatorName}
      scripts={['page.js', 'docs.js']}
      head={swagger}
    >
      <div class="stack">
        <div class="head">
          <h1>{messages.heading}</h1>
          <p class="lead">{messages.lead}</p>
        </div>
        <Starts baseUrl={baseUrl} />
        <ul class="tiles">
          {Object.entries(messages.links).map(([address, [title, text]]) => {
            return (
              <li>
                <a href={address}>{title}</a>
                <p class="soft small">{text}</p>
              </li>
            );
          })}
        </ul>
        <div class="examples">
          <Example heading={messages.create} text={createExample(baseUrl)} />
          <Example heading={messages.list} text={listExample(baseUrl)} />
        </div>
        <section class="tight">
          <h2>{messages.reference}</h2>
          <div id="docs" class="swagger" />
        </section>
      </div>
    </Frame>
  );
  return renderPage(c, page, { policy });
}

/** Mounts the API documentation; all of its assets are served locally. */
export function mountDocs(app: Hono<Env>): void {
  app.get('/docs', showDocs);
}
