// biome-ignore lint/suspicious/noExplicitAny: a demonstration prints what it is answered
type Json = any;

/** Creates a client for REST and GraphQL with an API key. */
export function createClient(baseUrl: string, key: string) {
  async function read(response: Response): Promise<Json> {
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status} from ${response.url}: ${text}`);
    return JSON.parse(text);
  }

  const client = {
    get: async (path: string): Promise<Json> =>
      read(await fetch(baseUrl + path, { headers: { 'x-api-key': key } })),

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
  return {
    ...client,

    /** Answers the objective of a job as the person on site, with the photograph received first. */
    answerObjective: async (
      { jobId, token }: { jobId: string; token: string },
      answer: { value: string; comment: string },
    ): Promise<string> => {
      const query = 'query($id: ID!) { job(id: $id) { evidence { evidenceId } } }';
      const { job } = await client.graphql(query, { id: jobId });
      const body = {
        provider_task_token: token,
        answers: [
          {
            question_key: 'objective',
            evidence_ids: [job.evidence[0].evidenceId],
            ...answer,
          },
        ],
      };
      const { answers } = await client.post('/v1/provider/answers', body);
      return answers[0].value;
    },
  };
}

export type DemoClient = ReturnType<typeof createClient>;
