/** All files that a demonstration writes to its folder. */
export const demoFiles = [
  'report-v1.pdf',
  'report-v1.json',
  'report-v2.pdf',
  'report-v2.json',
  'site-check-report.pdf',
  'site-check-report.json',
  'paid-report.pdf',
  'paid-report.json',
  'self-service-report.pdf',
  'self-service-report.json',
  'dispatched-report.pdf',
  'dispatched-report.json',
  'sandbox-report.pdf',
  'sandbox-report.json',
  'mail-confirm-email.eml',
  'mail-payment-received.eml',
  'mail-report-delivered.eml',
  'mail-capture-invite.eml',
  'mail-self-service-report.eml',
  'jwks.json',
] as const;

export type DemoFile = (typeof demoFiles)[number];
