/// <reference lib="dom" />
import { notifiedSubjects } from './push-storage.js';

/** The data with which the service notifies a browser. */
export interface Browser {
  endpoint: string;
  p256dh: string;
  auth: string;
}

const worker = '/push-worker.js';

/** True if the browser takes notifications; not on plain http, nor in some private windows. */
export const takesPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** True if notifications about a subject are on in this browser. */
export const isOn = (subject: string): boolean =>
  Notification.permission === 'granted' && notifiedSubjects.has(subject);

const current = async () =>
  (await navigator.serviceWorker.getRegistration(worker))?.pushManager.getSubscription() ?? null;

/**
 * Asks for the permission and subscribes the browser.
 * @returns `denied` if the reader or the browser denies it, `failed` without a connection to a push service or to ours
 */
export async function turnOn(
  subject: string,
  publicKey: string,
  send: (browser: Browser) => Promise<boolean>,
): Promise<'on' | 'denied' | 'failed'> {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
  try {
    const registration = await navigator.serviceWorker.register(worker, { scope: '/' });
    await navigator.serviceWorker.ready;
    const options = { userVisibleOnly: true, applicationServerKey: publicKey };
    const subscription = await registration.pushManager.subscribe(options);
    const { endpoint = '', keys = {} } = subscription.toJSON();
    const { p256dh = '', auth = '' } = keys;
    if (!(await send({ endpoint, p256dh, auth }))) return 'failed';
    notifiedSubjects.add(subject);
    return 'on';
  } catch {
    return 'failed';
  }
}

/** Stops notifications about a subject, and of the browser if it was the last one. */
export async function turnOff(
  subject: string,
  send: (endpoint: string) => Promise<boolean>,
): Promise<boolean> {
  const subscription = await current();
  if (subscription && !(await send(subscription.endpoint))) return false;
  notifiedSubjects.remove(subject);
  if (notifiedSubjects.isEmpty()) await subscription?.unsubscribe();
  return true;
}

async function post(url: string, body: object): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return response.ok;
  } catch {
    return false;
  }
}

/** Makes the buttons of a page of a request work: `data-push` is the path of the subscriptions. */
export function offerPush(box: HTMLElement): void {
  const { push: path = '', key = '', request = '', denied = '', failed = '' } = box.dataset;
  const [on, off] = box.querySelectorAll<HTMLButtonElement>('button');
  const status = box.querySelector('[role=status]');
  if (!on || !off || !status || !takesPush()) return;
  const { token } = box.closest('main')?.dataset ?? {};
  const access = path.includes('/customer/') ? {} : { access_token: token };
  const show = (text = '') => {
    const active = isOn(request);
    on.hidden = active;
    off.hidden = !active;
    status.textContent = text;
  };
  on.onclick = async () => {
    const result = await turnOn(request, key, (browser) => post(path, { ...access, ...browser }));
    show(result === 'denied' ? denied : result === 'failed' ? failed : '');
    if (result === 'on') off.focus();
  };
  off.onclick = async () => {
    const done = await turnOff(request, (endpoint) =>
      post(`${path}/delete`, { ...access, endpoint }),
    );
    show(done ? '' : failed);
    if (done) on.focus();
  };
  box.hidden = false;
  show(status.textContent ?? '');
}
