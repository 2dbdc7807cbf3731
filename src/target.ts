import type { ErrorCode } from './errors.js';

/** The thing that an operation is about, named by an argument and by a part of the path. */
export interface Target<Argument extends string = string> {
  argument: Argument;
  /** Name in a path, such as `job_id`. */
  parameter: string;
  description: string;
  /** Refusal where it does not exist; null where nothing can be missing. */
  missing: ErrorCode | null;
  /** Node type in GraphQL; its global id is accepted in place of the plain one. */
  node?: string;
}
