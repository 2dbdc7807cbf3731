/** Names of the MongoDB error codes that this server answers with. */
const names: Readonly<Record<number, string>> = {
  1: 'InternalError',
  2: 'BadValue',
  9: 'FailedToParse',
  14: 'TypeMismatch',
  15: 'Overflow',
  16: 'InvalidLength',
  22: 'InvalidBSON',
  26: 'NamespaceNotFound',
  28: 'PathNotViable',
  40: 'ConflictingUpdateOperators',
  43: 'CursorNotFound',
  50: 'MaxTimeMSExpired',
  52: 'DollarPrefixedFieldName',
  53: 'InvalidIdField',
  54: 'NotSingleValueField',
  56: 'EmptyFieldName',
  59: 'CommandNotFound',
  66: 'ImmutableField',
  67: 'CannotCreateIndex',
  73: 'InvalidNamespace',
  85: 'IndexOptionsConflict',
  86: 'IndexKeySpecsConflict',
  91: 'ShutdownInProgress',
  111: 'NotExactValueField',
  171: 'CannotIndexParallelArrays',
  175: 'QueryPlanKilled',
  238: 'NotImplemented',
  322: 'APIVersionError',
  352: 'UnsupportedOpQueryCommand',
  11000: 'DuplicateKey',
  14031: 'OutOfDiskSpace',
};

/** An error for the client: MongoDB's code, its name, one message, and documents, encoded, by field. */
export class CommandError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly extra: Readonly<Record<string, Buffer>> = {},
  ) {
    super(message);
  }

  get codeName(): string {
    return names[this.code] ?? `Location${this.code}`;
  }
}

/** @throws CommandError with MongoDB's `code` unless `holds` */
export function check(holds: boolean, code: number, why: string): asserts holds {
  if (!holds) throw new CommandError(code, why);
}

/** Refusal by name of what this server does not have. */
export function notImplemented(feature: string): CommandError {
  return new CommandError(238, `the embedded store does not implement ${feature}`);
}
