import type { Found } from '../../lib/find-page.js';
import type { Services } from '../../services.js';
import { type AgentAction, actionDays, keptSince } from './agent.js';

const pageLength = 500;

/** Yields every retained action that was recorded for an experiment, newest first. */
export async function* agentActionsOf(
  { agents, clock }: Pick<Services, 'agents' | 'clock'>,
  experimentId: string,
): AsyncGenerator<AgentAction> {
  const since = keptSince(clock.now(), actionDays);
  let cursor: { at: Date; id: string } | null = null;
  for (;;) {
    const range = { cursor, backwards: false, limit: pageLength };
    const { items, more }: Found<AgentAction> = await agents.listActions(
      { experimentId },
      since,
      range,
    );
    yield* items;
    const last = items.at(-1);
    if (!more || !last) return;
    cursor = { at: last.createdAt, id: last._id };
  }
}
