/** The provider has answered for good: the same call would be answered the same again. */
export class FinalPaymentError extends Error {
  /** @param code the provider's own word for it, free of personal data */
  constructor(
    readonly code: string,
    options?: ErrorOptions,
  ) {
    super(`the payment provider refuses for good: ${code}`, options);
  }
}

/** What may be logged of a provider's error. */
export interface ProviderErrorDescription {
  type: unknown;
  code: unknown;
  statusCode: unknown;
  requestId: unknown;
}

/**
 * What may be logged of an error that came from a payment provider. Its message may repeat what it
 * was sent, the payer's e-mail address for one, and the stack repeats the message.
 */
export function describeProviderError(error: unknown): ProviderErrorDescription {
  const final = error instanceof FinalPaymentError && error.cause !== undefined;
  const found = Object((final ? error.cause : error) ?? {}) as Partial<ProviderErrorDescription> & {
    name?: unknown;
  };
  const { type = found.name, code, statusCode, requestId } = found;
  return { type, code, statusCode, requestId };
}
