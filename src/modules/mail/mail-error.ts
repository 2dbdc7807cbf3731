/** Reasons for a rejected or returned mail that pages explain. */
export type MailErrorReason = 'mailbox_full' | 'unknown_address';

/** Reasons by subject and detail of an enhanced status code (RFC 3463, section 3). */
const reasons: Readonly<Record<string, MailErrorReason>> = {
  '1.1': 'unknown_address',
  '1.2': 'unknown_address',
  '1.3': 'unknown_address',
  '1.10': 'unknown_address',
  '2.2': 'mailbox_full',
};

/** Returns the reason in a mail server's response, such as `552 5.2.2 Mailbox full`; null for any other one. */
export function mailErrorReason(response: string | null): MailErrorReason | null {
  const [, code, status] =
    /^(?:([245]\d\d)[ -]?)?(?:[245]\.(\d{1,3}\.\d{1,3})(?!\.?\d))?/.exec(response ?? '') ?? [];
  if (status !== undefined) return reasons[status] ?? null;
  // 452 and 552 without an enhanced code: storage is exhausted (RFC 5321, section 4.2.3).
  return code === '452' || code === '552' ? 'mailbox_full' : null;
}

/** The result that a delivery status notification (RFC 3464) reports. */
export interface ReportedDelivery {
  /** False while the reporting server still tries, or if the message arrived. */
  isFinal: boolean;
  /** The response that the reporting server received, or its status code; null if the report has none. */
  error: string | null;
}

/**
 * Reads the fields of a delivery report about one recipient. A report without fields is final: servers that do not
 * follow RFC 3464 send one when they give up.
 */
export function readDeliveryReport(body: string): ReportedDelivery {
  const unfolded = body.replace(/\r?\n[ \t]+/g, ' ');
  const field = (name: string) =>
    new RegExp(`^${name}:[ \\t]*(.*\\S)`, 'im').exec(unfolded)?.[1] ?? null;
  const action = field('Action')?.toLowerCase() ?? null;
  const status = /^[245]\.\d{1,3}\.\d{1,3}/.exec(field('Status') ?? '')?.[0] ?? null;
  const diagnostic = /^smtp;\s*([245]\d\d.*)/i.exec(field('Diagnostic-Code') ?? '')?.[1] ?? null;
  const isFinal = action === null ? !/^[24]/.test(status ?? '') : action === 'failed';
  return { isFinal, error: mailErrorReason(diagnostic) ? diagnostic : (status ?? diagnostic) };
}
