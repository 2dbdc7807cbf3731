// Checks responses of services in separate processes against the OpenAPI document as well.
const plain = globalThis.fetch;
const marker = Symbol.for('verification.described-fetch');

/** Returns the URL and method of a call to a service that a test has started, else null. */
function localCall(...[input, init]: Parameters<typeof fetch>) {
  const { url, method } = input instanceof Request ? input : { url: String(input), method: 'GET' };
  const { hostname, pathname } = new URL(url);
  const local = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
  return local ? { method: init?.method ?? method, pathname } : null;
}

if (!(marker in plain)) {
  const checked: typeof fetch = async (...call) => {
    const local = localCall(...call);
    const answer = await plain(...call);
    if (!local) return answer;
    const { described } = await import('./described.js');
    return described(local.method, local.pathname, answer);
  };
  globalThis.fetch = Object.assign(checked, { [marker]: true });
}
