import type { Complaint } from './plans.js';

/** Searches without a suitable index, with the reason why that is acceptable. */
export interface Exemption {
  /** Matches the result of `shapeOf`. */
  search: RegExp;
  complaint: Complaint;
  why: string;
}

export const exemptions: readonly Exemption[] = [
  {
    search: /^(evidence|pdfs)\.files \{\}$/,
    complaint: 'reads the collection',
    why: 'the driver asks whether a bucket is empty, and reads one document',
  },
  {
    search:
      /^(jobs|site_checks|beliefs|decisions|director_tickets|experiments|job_schedules|providers|dispatch_runs) \{\}$/,
    complaint: 'reads the collection',
    why: 'an operator counts all of them, and so reads every one',
  },
  {
    search: /^inbox_messages \{\}$/,
    complaint: 'reads the collection',
    why: 'the total of a list without a filter counts every message',
  },
  {
    search: /^webhook_deliveries \{ endpointId: \?, (status: \?, )?_id: \? \} sort/,
    complaint: 'sorts in memory',
    why: 'an endpoint has one delivery of an event',
  },
  {
    search:
      /^(site_checks|agent_actions|beliefs|decisions|director_tickets|experiments|inbox_messages|mails) \{/,
    complaint: 'examines too much',
    why: 'several filters, or a rare one of operators: no index each, the newest are sifted',
  },
  {
    search: /^(site_checks \{ intakeSource|beliefs \{ scopeKey): \? \}$/,
    complaint: 'reads the collection',
    why: 'the total of a list by a rare filter of operators',
  },
  {
    search: /^(director_tickets|providers) \{.* sort \{ createdAt: -1, _id: -1 \}$/,
    complaint: 'sorts in memory',
    why: 'the tickets of one plane in a state are few',
  },
  {
    search: /^jobs \{ status: \{ \$in: \[\?, …\] \}, (opened|submitted|completed)At: /,
    complaint: 'examines too much',
    why: 'the cadence looks for jobs that have waited long among those in a state, a few times an hour',
  },
  {
    search: /^webhook_deliveries \{ endpointId: \?, objectKey: \?, status: \?(, dueAt| \} sort)/,
    complaint: 'examines too much',
    why: 'the deliveries of one object to an endpoint are few',
  },
  {
    search: /^jobs \{.* status: \?, serviceKey: \?/,
    complaint: 'examines too much',
    why: 'a service is sifted out of the jobs in a state: an index for each pair costs every write',
  },
  {
    search: /^jobs \{ \$and: \[\{ _id: \{ \$in: \[.* sort /,
    complaint: 'sorts in memory',
    why: 'a page of the jobs that meet a filter, by their ids',
  },
  {
    search: /^jobs \{ \$and: \[\{ (_id: \{ \$in: \[|.*\$and: \[)/,
    complaint: 'examines too much',
    why: 'several conditions, or one without an index: it sifts a bounded number of jobs (`searchPage`)',
  },
  {
    search: /^jobs \{ status: \{ \$in: .* \}, \w+At: \{ \$gt: \?, \$lt: \? \} \}/,
    complaint: 'examines too much',
    why: 'what waits too long is sifted out of the jobs in a state: an index for each time costs every write',
  },
  {
    search: /^jobs \{.*createdAt: \{ \$(gt|lt): \?.* sort \{ updatedAt: -?1, _id: -?1 \}$/,
    complaint: 'examines too much',
    why: 'no index has a range of one field in the order of another: the range is sifted',
  },
];

/** Returns the exemption that covers this complaint about a search. */
export function exemptionOf(shape: string, complaint: Complaint): Exemption | undefined {
  return exemptions.find((entry) => entry.complaint === complaint && entry.search.test(shape));
}
