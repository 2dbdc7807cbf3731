/// <reference lib="webworker" />
/** Shows notifications and opens the page that they are about. It handles no requests. */
const worker = self as unknown as ServiceWorkerGlobalScope;

interface Message {
  title: string;
  body: string;
  url: string;
  tag: string;
}

/** Opens a page of this service, in a tab that shows it already if there is one. */
async function open(url: string): Promise<void> {
  const target = new URL(url, worker.location.origin);
  const tabs = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const shown = tabs.find((tab) => new URL(tab.url).pathname === target.pathname);
  if (shown) await shown.focus();
  else await worker.clients.openWindow(target.href);
}

worker.addEventListener('install', () => void worker.skipWaiting());
worker.addEventListener('push', (event) => {
  const message = event.data?.json() as Message | undefined;
  if (!message) return;
  const { title, body, url, tag } = message;
  event.waitUntil(worker.registration.showNotification(title, { body, tag, data: { url } }));
});
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(String(event.notification.data.url)));
});
