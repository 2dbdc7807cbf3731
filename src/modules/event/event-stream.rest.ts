import type { Context, Hono } from 'hono';
import type { z } from 'zod';
import { answerLanguage, type PublicError, type RequestContext } from '../../context.js';
import type { ApiError } from '../../errors.js';
import { typeFor } from '../../http/accepts.js';
import { varyOn } from '../../http/headers.js';
import { problemBody } from '../../http/problem.js';
import { contextOf, type Env } from '../../http/request.js';
import { second } from '../../lib/units.js';
import { admit, perform } from '../../operation.js';
import { validateQuery } from '../../rest/pydantic/validate.js';
import { validationResponse } from '../../rest/pydantic/validation-response.js';
import { envelopeOf } from './envelope.js';
import type { StoredEvent } from './event.js';
import { eventQuery, filterOf, listEvents } from './list-events.js';
import type { Step } from './stream.js';
import { streamEvents } from './stream-events.js';

/** Interval of the comments that keep an idle stream open. */
const commentMilliseconds = 15 * second;
const eventStream = 'text/event-stream';

type Steps = AsyncIterableIterator<Step<StoredEvent>>;

function messageOf(step: Step<StoredEvent>): string {
  const event = step();
  return `id: ${event.seq}\nevent: ${event.type}\ndata: ${JSON.stringify(envelopeOf(event))}\n\n`;
}

/** Returns the last message of a stream, with the reason for its end. */
function errorMessage(rejection: ApiError, ctx: RequestContext, path: string): string {
  const problem = problemBody(rejection, ctx.requestId, path, answerLanguage(ctx));
  return `event: error\ndata: ${JSON.stringify(problem)}\n\n`;
}

/**
 * Returns steps as server-sent events. The next step is requested only after the client has read the previous one:
 * events that a slow client has not read stay in the database.
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
      // A separate timer, because a race with the step for each comment would stay in memory until the step arrives.
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
    'content-language': answerLanguage(call),
    vary: 'Accept-Language',
    // Asks proxies not to buffer.
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

/** Mounts the event stream on the path that lists events, for clients that accept one. */
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
