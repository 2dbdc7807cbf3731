import type { Context, Hono } from 'hono';
import type { z } from 'zod';
import type { PublicError, RequestContext } from '../context.js';
import type { ApiError } from '../errors.js';
import { typeFor } from '../http/accepts.js';
import { varyOn } from '../http/headers.js';
import { problemBody } from '../http/problem.js';
import { contextOf, type Env } from '../http/request.js';
import { second } from '../lib/units.js';
import { envelopeOf } from '../modules/event/envelope.js';
import type { StoredEvent } from '../modules/event/event.js';
import { eventQuery, filterOf, listEvents } from '../modules/event/list-events.js';
import type { Step } from '../modules/event/stream.js';
import { streamEvents } from '../modules/event/stream-events.js';
import { admit, perform } from '../operation.js';
import { validateQuery } from './pydantic/validate.js';
import { validationResponse } from './pydantic/validation-response.js';

/** A stream that nothing happens on is kept open by a comment this often. */
const commentMilliseconds = 15 * second;
const eventStream = 'text/event-stream';

type Steps = AsyncIterableIterator<Step<StoredEvent>>;

function messageOf(step: Step<StoredEvent>): string {
  const event = step();
  return `id: ${event.seq}\nevent: ${event.type}\ndata: ${JSON.stringify(envelopeOf(event))}\n\n`;
}

/** The reason for which a stream ends, as its last message. */
function errorMessage(rejection: ApiError, { requestId }: RequestContext, path: string): string {
  const problem = problemBody(rejection, requestId, path);
  return `event: error\ndata: ${JSON.stringify(problem)}\n\n`;
}

/**
 * Steps as server-sent events. The next step is only asked for when the client has taken the one before: what a
 * slow client has not taken lies in the store.
 */
function bodyOf(
  steps: Steps,
  reject: (error: unknown) => string,
  commentEvery: number,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const comment = encoder.encode(':\n\n');
  return new ReadableStream({
    async pull(controller) {
      // A timer of its own: a race with the step for each comment would be held until the step comes.
      const commenting = setInterval(() => {
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(comment);
      }, commentEvery);
      const given = await steps.next().finally(() => clearInterval(commenting));
      if (given.done) {
        controller.close();
        return;
      }
      try {
        controller.enqueue(encoder.encode(messageOf(given.value)));
      } catch (error) {
        controller.enqueue(encoder.encode(reject(error)));
        controller.close();
        await steps.return?.();
      }
    },
    async cancel() {
      await steps.return?.();
    },
  });
}

async function answer(
  c: Context<Env>,
  publicError: PublicError,
  commentEvery: number,
): Promise<Response> {
  const call = await admit(streamEvents, await contextOf(c), {});
  const { searchParams, pathname } = new URL(c.req.url);
  const checked = validateQuery(eventQuery, searchParams);
  if (checked.outcome !== 'valid') {
    return validationResponse(checked.outcome === 'invalid' ? checked.issues : []);
  }
  const query = checked.value as z.infer<typeof eventQuery>;
  const given = searchParams.has('after') ? String(query.after) : null;
  const after = c.req.header('last-event-id') || given;
  const steps: Steps = await perform(streamEvents, call, { after, ...filterOf(query) });
  const headers = {
    'content-type': eventStream,
    'cache-control': 'no-cache',
    // Proxies are asked to hand each event on as it comes.
    'x-accel-buffering': 'no',
  };
  if (c.req.method === 'HEAD') {
    await steps.return?.();
    return new Response(null, { headers });
  }
  return new Response(
    bodyOf(steps, (error) => errorMessage(publicError(error, call), call, pathname), commentEvery),
    { headers },
  );
}

/** Puts the event stream on the path that lists events, for clients that ask for one. */
export function mountEventStream(
  app: Hono<Env>,
  publicError: PublicError,
  commentEvery = commentMilliseconds,
): void {
  app.get(
    listEvents.rest?.path ?? '',
    async (c, next) => {
      await next();
      varyOn(c.res.headers, 'Accept');
    },
    (c, next) => {
      const type = typeFor(c.req.header('accept'), ['application/json', eventStream]);
      return type === eventStream ? answer(c, publicError, commentEvery) : next();
    },
  );
}
