/** Everything that a demonstration writes into its folder. */
export const demoFiles = [
  'report-v1.pdf',
  'report-v1.json',
  'report-v2.pdf',
  'report-v2.json',
  'site-check-report.pdf',
  'site-check-report.json',
  'jwks.json',
] as const;

export type DemoFile = (typeof demoFiles)[number];
