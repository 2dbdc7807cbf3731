import type { ErrorCode } from './errors.js';

/** The object of an operation, named by an argument and by a path parameter. */
export interface Target<Argument extends string = string> {
  argument: Argument;
  /** Path parameter, such as `job_id`. */
  parameter: string;
  description: string;
  /** Error if it does not exist; null if it always exists. */
  missing: ErrorCode | null;
  /** True if the credential can identify the object instead: GraphQL then takes no id. */
  optional?: true;
  /** Node type in GraphQL; the type's global ID is accepted as well as the plain one. */
  node?: string;
}
