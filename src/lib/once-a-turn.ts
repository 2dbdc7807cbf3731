import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Equal questions of one turn of the event loop are asked once, at its end: many who wait for the same event
 * read the same list behind it. Nothing is kept: what is answered was read after every one of them had asked. They
 * share the answer, which nobody may change, and a failure.
 *
 * @param ask its argument is plain JSON, dates included
 */
export function onceATurn<Q, A>(ask: (question: Q) => Promise<A>): (question: Q) => Promise<A> {
  const waiting = new Map<string, Promise<A>>();
  return (question) => {
    const name = JSON.stringify(question);
    const known = waiting.get(name);
    if (known) return known;
    const answer = nextTurn().then(() => {
      waiting.delete(name);
      return ask(question);
    });
    waiting.set(name, answer);
    return answer;
  };
}
