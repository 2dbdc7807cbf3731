/** @jsxImportSource preact */
// Runs on /console: a thin client of the API, with an API key.
/// <reference lib="dom" />
import { type ComponentChildren, type ComponentType, render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { messages } from '../messages/console.en.js';
import { messages as frame } from '../messages/frame.en.js';
import { messages as importMessages } from '../messages/import.en.js';
import { messages as keyMessages } from '../messages/keys.en.js';
import { messages as overviewMessages } from '../messages/overview.en.js';
import { messages as scheduleMessages } from '../messages/schedules.en.js';
import { messages as webhookMessages } from '../messages/webhooks.en.js';
import { type Call, type Made, send } from './console/api.js';
import type { ImportJobs } from './console/import/import-jobs.js';
import { JobView } from './console/job.js';
import { Jobs } from './console/jobs.js';
import { KeyBar, KeyForm, useKey } from './console/key-form.js';
import type { Keys } from './console/keys.js';
import { LastRequest } from './console/last-request.js';
import { NewJob } from './console/new-job.js';
import type { Overview } from './console/overview/overview.js';
import { useHeadingFocus } from './console/parts.js';
import { decoded, useRoute } from './console/route.js';
import type { Schedules } from './console/schedules/schedules.js';
import type { Session } from './console/session.js';
import type { Webhooks } from './console/webhooks.js';
import { watchLinks } from './parts/links.js';

/** The view of a route, without its filter. */
const pathOf = (route: string) => route.split('?')[0] ?? '';

/** Returns a view that is loaded on first use, because most visits are about jobs; until then, its heading. */
function loaded<Props extends object>(
  title: string,
  load: () => Promise<(props: Props) => ComponentChildren>,
) {
  return function Loaded(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props> | null>(null);
    useEffect(() => void load().then((part) => setPart(() => part)), []);
    return Part ? <Part {...props} /> : <h1 tabIndex={-1}>{title}</h1>;
  };
}

const LoadedWebhooks = loaded<Parameters<typeof Webhooks>[0]>(
  webhookMessages.title,
  async () => (await import('./console/webhooks.js')).Webhooks,
);
const LoadedKeys = loaded<Parameters<typeof Keys>[0]>(
  keyMessages.title,
  async () => (await import('./console/keys.js')).Keys,
);
const LoadedImport = loaded<Parameters<typeof ImportJobs>[0]>(
  importMessages.title,
  async () => (await import('./console/import/import-jobs.js')).ImportJobs,
);

const LoadedSchedules = loaded<Parameters<typeof Schedules>[0]>(
  scheduleMessages.title,
  async () => (await import('./console/schedules/schedules.js')).Schedules,
);

const LoadedOverview = loaded<Parameters<typeof Overview>[0]>(
  overviewMessages.title,
  async () => (await import('./console/overview/overview.js')).Overview,
);

function View({ route, session }: { route: string; session: Session }) {
  const [, id] = /^\/jobs\/([^/]+)$/.exec(route) ?? [];
  if (id) return <JobView session={session} id={decoded(id)} key={id} />;
  const [webhooks, , endpoint] = /^\/webhooks(\/([^/]+))?$/.exec(route) ?? [];
  if (webhooks) {
    return <LoadedWebhooks session={session} id={endpoint ? decoded(endpoint) : null} />;
  }
  if (route === '/keys') return <LoadedKeys session={session} />;
  if (pathOf(route) === '/overview') {
    return <LoadedOverview session={session} search={route.split('?')[1] ?? ''} />;
  }
  if (route === '/schedules') return <LoadedSchedules session={session} />;
  if (route === '/import') return <LoadedImport session={session} />;
  return route === '/new' ? <NewJob session={session} /> : <Jobs session={session} />;
}

/** Views that show no last request, because they send many, and are wide. */
const wideViews = ['/import', '/overview'];

function Console() {
  const { proved, why, opening, use, forget: forgetKey } = useKey();
  const [made, setMade] = useState<Made | null>(null);
  const route = useRoute();
  const view = useRef<HTMLDivElement>(null);
  const heading = () => view.current?.querySelector('h1') ?? null;
  useEffect(() => {
    const wrong = view.current?.querySelector('[aria-invalid]') !== null;
    const text = heading()?.textContent;
    if (text) document.title = frame.title(text, wrong);
  });
  useHeadingFocus(opening ? null : proved ? pathOf(route) : 'key', heading);
  const forget = () => {
    forgetKey();
    setMade(null);
  };
  if (opening) return <h1>{messages.title}</h1>;
  if (!proved) {
    return (
      <div class="stack" ref={view} key="form">
        <KeyForm title={messages.title} lead={messages.lead} why={why} onProved={use} />
      </div>
    );
  }
  const isWide = wideViews.includes(pathOf(route));
  const session: Session = {
    ...proved,
    async send(call: Call) {
      const answered = await send(call, proved.key);
      setMade(answered);
      return answered;
    },
  };
  return (
    <>
      <KeyBar key="bar" proved={proved} onForget={forget} />
      <nav class="line" aria-label={webhookMessages.parts} key="parts">
        <a href="#/">{messages.jobs}</a>
        <a href="#/overview">{overviewMessages.title}</a>
        <a href="#/schedules">{scheduleMessages.title}</a>
        <a href="#/webhooks">{webhookMessages.title}</a>
        <a href="#/keys">{keyMessages.title}</a>
      </nav>
      <div class={isWide ? 'stack' : 'console'} key="console">
        <div class="stack" ref={view}>
          <View route={route} session={session} />
        </div>
        {!isWide && <LastRequest made={made} />}
      </div>
    </>
  );
}

watchLinks();
const root = document.getElementById('console');
if (root) {
  root.replaceChildren();
  render(<Console />, root);
}
