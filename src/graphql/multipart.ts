import type { ExecutionResult, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { second } from '../lib/units.js';
import type { GraphQLContext } from './request.js';

const mediaType = 'multipart/mixed';
const boundary = 'graphql';
const heartbeatMilliseconds = 5 * second;

type Results = AsyncIterator<ExecutionResult>;

const isStream = (result: object): result is AsyncIterable<ExecutionResult> =>
  Symbol.asyncIterator in result;

async function* only(result: ExecutionResult): AsyncGenerator<ExecutionResult> {
  yield result;
}

/** Returns an error without the status that yoga stores in its extensions. */
function shown(error: GraphQLError): object {
  const { http: _, ...extensions } = error.extensions;
  return { ...error.toJSON(), extensions };
}

function bodyOf(results: Results): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const part = (content: object) =>
    encoder.encode(
      `\r\ncontent-type: application/json\r\n\r\n${JSON.stringify(content)}\r\n--${boundary}`,
    );
  let heartbeat: NodeJS.Timeout | undefined;
  return new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(`\r\n--${boundary}`));
      heartbeat = setInterval(() => {
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(part({}));
      }, heartbeatMilliseconds);
    },
    async pull(controller) {
      try {
        const { done, value } = await results.next();
        if (!done) {
          const errors = (value as ExecutionResult).errors?.map(shown);
          controller.enqueue(part({ payload: { ...value, ...(errors && { errors }) } }));
          return;
        }
        clearInterval(heartbeat);
        controller.enqueue(encoder.encode('--\r\n'));
        controller.close();
      } catch (error) {
        clearInterval(heartbeat);
        throw error;
      }
    },
    async cancel() {
      clearInterval(heartbeat);
      await results.return?.();
    },
  });
}

/**
 * Sends streams in the format that Apollo Client requests by default: parts with `{"payload": {…}}`, heartbeats `{}`,
 * and a final boundary at the end of the stream.
 */
export const multipartSubscriptions: Plugin<GraphQLContext> = {
  onResultProcess({ result, serverContext, setResultProcessor }) {
    const { multipart } = serverContext as unknown as GraphQLContext;
    if (!result || Array.isArray(result)) return;
    if (!(isStream(result) ? multipart.streams : multipart.single)) return;
    const headers = {
      'content-type': `${mediaType};boundary="${boundary}";subscriptionSpec=1.0`,
      'cache-control': 'no-cache',
    };
    const results = isStream(result)
      ? result[Symbol.asyncIterator]()
      : only(result as ExecutionResult);
    setResultProcessor(
      (_, fetchAPI) => new fetchAPI.Response(bodyOf(results), { headers }),
      mediaType,
    );
  },
};
