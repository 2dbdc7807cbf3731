import { z } from 'zod';
import type { LoggedEvent } from '../../aggregate/event-log.js';

/** The registry of event types that modules declare. */
export function createEventTypes() {
  const descriptions: Record<string, string> = {};
  let collected: z.ZodEnum<Record<string, string>> | undefined;
  return {
    /** Description of each type, by its name. */
    descriptions: descriptions as Readonly<Record<string, string>>,

    /**
     * Declares the events of a family: `<noun>.<what happened>`, each with a sentence that describes it. Call it from a
     * file that the family's `.graphql.ts` imports.
     *
     * @returns the zod enum of these types
     * @throws Error if a type is declared twice, or after all were collected
     */
    declare<const T extends Record<string, string>>(family: T) {
      const types = Object.keys(family) as (keyof T & string)[];
      const known = types.find((type) => type in descriptions);
      if (known) throw new Error(`two families declare the event ${known}`);
      if (collected) throw new Error(`${types[0]} is declared after the events were collected`);
      Object.assign(descriptions, family);
      return z.enum(types);
    },

    /** Returns every declared type in alphabetical order; complete when the graph files of all families are imported. */
    collect(): z.ZodEnum<Record<string, string>> {
      collected ??= z.enum(Object.keys(descriptions).sort());
      return collected;
    },
  };
}

const declared = createEventTypes();
export const declareEvents = declared.declare;
export const eventType = declared.collect;
export const eventDescriptions = declared.descriptions;

/** An event in lists and streams; its type is a declared one. */
export type StoredEvent = LoggedEvent;
