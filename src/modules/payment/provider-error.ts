/** A permanent error of the provider: repeating the call would return the same response. */
export class FinalPaymentError extends Error {
  /** @param code the provider's error code, free of personal data */
  constructor(
    readonly code: string,
    options?: ErrorOptions,
  ) {
    super(`the payment provider refuses for good: ${code}`, options);
  }
}

/** The parts of a provider's error that can be logged. */
export interface ProviderErrorDescription {
  type: unknown;
  code: unknown;
  statusCode: unknown;
  requestId: unknown;
}

/**
 * Returns the parts of a payment provider's error that can be logged. Its message can repeat the request, for example
 * the payer's email address, and the stack repeats the message.
 */
export function describeProviderError(error: unknown): ProviderErrorDescription {
  const final = error instanceof FinalPaymentError && error.cause !== undefined;
  const found = Object((final ? error.cause : error) ?? {}) as Partial<ProviderErrorDescription> & {
    name?: unknown;
  };
  const { type = found.name, code, statusCode, requestId } = found;
  return { type, code, statusCode, requestId };
}
