/** Members of a report response that are not signed: they change after signing or differ by reader. */
const unsignedMemberNames = [
  'is_current',
  'report_url',
  'pdf_export_url',
  'evidence_links',
  'first_viewed_at',
  'last_viewed_at',
  'first_pdf_exported_at',
  'last_pdf_exported_at',
  'view_count',
  'pdf_export_count',
  'versions',
  'integrity',
  'report_status',
  'created',
  'account',
  'metadata',
  'previous_report_id',
  'previous_job_id',
] as const;
export type UnsignedMember = (typeof unsignedMemberNames)[number];

/** The signed members of a response, and its evidence. */
interface Answer {
  evidence_items: readonly { media_url: string }[];
}

/** Returns the signed content of a response: the response without its unsigned members. */
export function withoutUnsigned(answer: Answer): Record<string, unknown> {
  const unsigned = new Set<string>(unsignedMemberNames);
  const evidenceItems = answer.evidence_items.map(({ media_url: _, ...item }) => item);
  const members = Object.entries({ ...answer, evidence_items: evidenceItems });
  // Reports of earlier releases were signed without these; a response contains them as null.
  const isAbsent = (name: string, value: unknown) =>
    value === null && (name === 'headline' || name === 'answers');
  return Object.fromEntries(
    members.filter(([name, value]) => !unsigned.has(name) && !isAbsent(name, value)),
  );
}
