/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { refresh } from './send.js';
import { mainChanged, mainOf } from './swap.js';

/** Seconds before reconnecting a lost stream; the last value repeats. */
const retrySeconds = [1, 2, 5, 10, 30];
/** Seconds between reads while there is no stream. */
const readSeconds = 15;

const wait = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/**
 * Reads one stream of changes to its end.
 * @param changed called for each change, including the initial state
 */
async function listen(
  field: string,
  id: string,
  token: string | undefined,
  changed: () => void,
): Promise<void> {
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: {
      Accept: 'text/event-stream',
      'Content-Type': 'application/json',
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({
      query: `subscription($id: ID!) { ${field}(requestId: $id) { revision } }`,
      variables: { id },
    }),
  });
  const reader = response.ok ? response.body?.getReader() : undefined;
  if (!reader) return;
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    text += decoder.decode(value, { stream: true });
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    // An error, such as too many streams, is not a change.
    if (events.some((event) => /^event: ?next/m.test(event) && !/"errors":/.test(event))) changed();
  }
}

let followed: string | null = null;

/** Follows the request that `main` names, as long as `main` names it. */
async function follow(field: string, id: string): Promise<void> {
  const wanted = () => followed === id && mainOf().dataset['live'] !== undefined;
  let lost = 0;
  let connected = false;
  const concurrentRead = setInterval(() => {
    if (!connected && wanted()) refresh().catch(() => {});
  }, readSeconds * 1000);
  while (wanted()) {
    await listen(field, id, mainOf().dataset['token'], () => {
      lost = 0;
      connected = true;
      refresh().catch(() => {});
    }).catch(() => {});
    connected = false;
    await wait(retrySeconds[Math.min(lost, retrySeconds.length - 1)] ?? 1);
    lost += 1;
  }
  clearInterval(concurrentRead);
  if (followed === id) followed = null;
}

/** Keeps a page live: `main` names the subscription in `data-live`, the request in `data-request`. */
export function watchChanges(): void {
  const look = () => {
    const { live, request } = mainOf().dataset;
    if (!live || !request || followed === request) return;
    followed = request;
    void follow(live, request);
  };
  document.addEventListener(mainChanged, look);
  look();
}
