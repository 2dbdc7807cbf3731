/// <reference lib="webworker" />
/**
 * Opens the capture page offline by caching the page and its assets. API requests and tokens do not pass through
 * this worker: the fragment is not part of a request.
 */
const worker = self as unknown as ServiceWorkerGlobalScope;

const cacheName = 'capture';
const page = '/capture';
/** Time without a response after which the network counts as unavailable. */
const patienceMilliseconds = 4000;

const assetsOf = (html: string) => new Set(html.match(/\/assets\/[\w.-]+/g) ?? []);

/** Caches the page with the assets that it names, and deletes those of earlier versions. */
async function keep(response: Response): Promise<void> {
  const html = await response.clone().text();
  const wanted = assetsOf(html);
  const cache = await caches.open(cacheName);
  const kept = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  await cache.addAll([...wanted].filter((path) => !kept.includes(path)));
  await cache.put(page, response);
  const old = kept.filter((path) => path !== page && !wanted.has(path));
  await Promise.all(old.map((path) => cache.delete(path)));
}

async function keepPage(): Promise<void> {
  const response = await fetch(page, { headers: { Accept: 'text/html' }, cache: 'no-store' });
  if (!response.ok) throw new Error(`the page answered ${response.status}`);
  await keep(response);
}

async function fromCache(request: Request | string): Promise<Response | undefined> {
  return (await caches.open(cacheName)).match(request);
}

/** Returns the page from the service, or the cached one if the service does not respond. */
async function open(event: FetchEvent): Promise<Response> {
  const kept = await fromCache(page);
  const asking = fetch(event.request).then((response) => {
    if (response.ok) event.waitUntil(keep(response.clone()).catch(() => {}));
    return response;
  });
  if (!kept) return asking;
  const late = new Promise<Response>((resolve) => setTimeout(resolve, patienceMilliseconds, kept));
  return Promise.race([asking.then((found) => (found.ok ? found : kept)).catch(() => kept), late]);
}

worker.addEventListener('install', (event) => {
  event.waitUntil(keepPage().then(() => worker.skipWaiting()));
});
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { pathname, origin } = new URL(url);
  if (method !== 'GET' || origin !== worker.location.origin) return;
  if (mode === 'navigate' && pathname === page) event.respondWith(open(event));
  else if (pathname.startsWith('/assets/')) {
    event.respondWith(fromCache(event.request).then((found) => found ?? fetch(event.request)));
  }
});
