// biome-ignore lint/suspicious/noExplicitAny: a demonstration prints what it is answered
export type Json = any;

/**
 * Creates a client for REST and GraphQL that behaves like a browser: after a login, the cookie identifies the customer.
 */
export function createCookieClient(baseUrl: string) {
  const jar = new Map<string, string>();

  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (jar.size > 0) headers.set('cookie', [...jar].map((pair) => pair.join('=')).join('; '));
    const response = await fetch(baseUrl + path, { ...init, headers });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value) jar.set(name, value);
      else jar.delete(name);
    }
    if (!response.ok) {
      throw new Error(`${response.status} from ${path}: ${await response.text()}`);
    }
    return response;
  }

  const post = async (path: string, body: object): Promise<Json> => {
    const headers = { 'content-type': 'application/json' };
    return (await send(path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  };

  return {
    post,
    get: async (path: string): Promise<Json> => (await send(path)).json(),

    /** Authenticates with a token. */
    getAs: async (token: string, path: string): Promise<Json> =>
      (await send(path, { headers: { authorization: `Bearer ${token}` } })).json(),

    graphql: async (query: string, variables: object = {}): Promise<Json> => {
      const { data, errors } = await post('/graphql', { query, variables });
      if (errors) throw new Error(JSON.stringify(errors));
      return data;
    },

    /** Pays on the sandbox page by submitting its form. */
    async pay(checkoutUrl: string): Promise<void> {
      const body = new URLSearchParams({ outcome: 'paid' });
      const response = await fetch(checkoutUrl, { method: 'POST', body });
      if (!response.ok) throw new Error(`${response.status} from the checkout page`);
    },
  };
}
