// biome-ignore lint/suspicious/noExplicitAny: a demonstration prints what it is answered
type Json = any;

/** Creates a client for REST and GraphQL with an API key. */
export function createClient(baseUrl: string, key: string) {
  async function read(response: Response): Promise<Json> {
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status} from ${response.url}: ${text}`);
    return JSON.parse(text);
  }

  return {
    get: async (path: string): Promise<Json> =>
      read(await fetch(baseUrl + path, { headers: { 'x-api-key': key } })),

    /** Reads with the token of a task instead of the key. */
    getAs: async (token: string, path: string): Promise<Json> =>
      read(await fetch(baseUrl + path, { headers: { authorization: `Bearer ${token}` } })),

    post: async (path: string, body: object = {}): Promise<Json> =>
      read(
        await fetch(baseUrl + path, {
          method: 'POST',
          headers: { 'x-api-key': key, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      ),

    upload: async (path: string, fields: Record<string, string>, file: Buffer, name: string) => {
      const form = new FormData();
      for (const [field, value] of Object.entries(fields)) form.set(field, value);
      form.set('file', new Blob([new Uint8Array(file)], { type: 'image/jpeg' }), name);
      return (await read(await fetch(baseUrl + path, { method: 'POST', body: form }))) as Json;
    },

    graphql: async (query: string, variables: object = {}): Promise<Json> => {
      const answer = await read(
        await fetch(`${baseUrl}/graphql`, {
          method: 'POST',
          headers: { 'x-api-key': key, 'content-type': 'application/json' },
          body: JSON.stringify({ query, variables }),
        }),
      );
      if (answer.errors) throw new Error(JSON.stringify(answer.errors));
      return answer.data;
    },

    /** Returns a file as served. */
    download: async (path: string): Promise<Buffer> => {
      const response = await fetch(baseUrl + path, { headers: { 'x-api-key': key } });
      if (!response.ok) throw new Error(`${response.status} from ${path}`);
      return Buffer.from(await response.arrayBuffer());
    },
  };
}

export type DemoClient = ReturnType<typeof createClient>;
