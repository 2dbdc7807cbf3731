// Runs in the browser, on /console.
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

interface Job {
  job_id: string;
  status: string;
  objective: string;
  created_at: string;
}

const element = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;
const form = (id: string) => element<HTMLFormElement>(id);
const field = (name: string) => form('job-form').elements.namedItem(name) as HTMLInputElement;

/** Sends a request and shows it with its answer. */
async function send(method: string, path: string, body?: object): Promise<unknown> {
  element('request').textContent = `${method} ${path}`;
  element('status').textContent = '…';
  const response = await fetch(path, {
    method,
    headers: {
      'X-API-Key': element<HTMLInputElement>('key').value,
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer: unknown = await response.json();
  const status = element('status');
  status.textContent = `${response.status} · request ${response.headers.get('request-id')}`;
  status.dataset['ok'] = String(response.ok);
  const sent = body ? `// request\n${JSON.stringify(body, null, 2)}\n\n// response\n` : '';
  element('answer').textContent = sent + JSON.stringify(answer, null, 2);
  return response.ok ? answer : null;
}

/** The fields of a form that say something. */
function filled(id: string): Record<string, string> {
  const entries = [...new FormData(form(id)).entries()];
  return Object.fromEntries(
    entries.filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
    ),
  );
}

function choose(job: Job): void {
  (form('feedback-form').elements.namedItem('job_id') as HTMLInputElement).value = job.job_id;
}

function row(job: Job): HTMLTableRowElement {
  const line = document.createElement('tr');
  const open = document.createElement('button');
  open.type = 'button';
  open.className = 'quiet';
  open.textContent = job.job_id;
  open.addEventListener('click', () => {
    choose(job);
    void send('GET', `/v1/jobs/${job.job_id}`);
  });
  line.insertCell().append(open);
  for (const text of [job.status, job.objective, new Date(job.created_at).toLocaleString()]) {
    line.insertCell().textContent = text;
  }
  return line;
}

async function list(): Promise<void> {
  const jobs = (await send('GET', `/v1/jobs?${new URLSearchParams(filled('list-form'))}`)) as
    | Job[]
    | null;
  if (!jobs) return;
  const table = element<HTMLTableElement>('jobs');
  table.hidden = false;
  table.tBodies[0]?.replaceChildren(...jobs.map(row));
}

const freshNonce = () => {
  field('nonce').value = `console-${crypto.getRandomValues(new Uint32Array(3)).join('-')}`;
};

async function create(): Promise<void> {
  // Numbers travel as they were typed: the service says what is wrong with them.
  const { auto_open, ...fields } = filled('job-form');
  const job = (await send('POST', '/v1/jobs', {
    ...fields,
    auto_open: auto_open === 'on',
  })) as Job | null;
  if (!job) return;
  choose(job);
  freshNonce();
}

async function feedback(): Promise<void> {
  const { job_id = '', rating, ...fields } = filled('feedback-form');
  await send('POST', `/v1/jobs/${encodeURIComponent(job_id)}/requester-feedback`, {
    ...fields,
    ...(rating && { rating: Number(rating) }),
  });
}

function onSubmit(id: string, act: () => Promise<void>): void {
  form(id).addEventListener('submit', (event) => {
    event.preventDefault();
    act().catch((error: unknown) => {
      element('status').textContent = `No response: ${String(error)}`;
      element('status').dataset['ok'] = 'false';
    });
  });
}

onSubmit('key-form', list);
onSubmit('list-form', list);
onSubmit('job-form', create);
onSubmit('feedback-form', feedback);
freshNonce();

export {};
