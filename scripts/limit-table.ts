import { embeddedListCost, introspectionFactor, objectCost } from '../src/graphql/cost.js';
import { graphqlLimits } from '../src/graphql/limits.js';
import { errorLimits } from '../src/graphql/yoga.js';
import { jsonBodyBytesMax } from '../src/http/body.js';
import { headerBytesMax, urlBytesMax } from '../src/http/limits.js';
import { bodyBytesPerRequest } from '../src/http/rate-limit.js';
import { unsentBytesMax } from '../src/http/unsent.js';
import { pageBytesMax } from '../src/lib/find-page.js';
import { pageLengthMax } from '../src/lib/page.js';
import { hour, kibibyte, mebibyte } from '../src/lib/units.js';
import { historyMax } from '../src/modules/belief/belief.graphql.js';
import { streamsMax } from '../src/modules/event/stream.js';
import { fileBytesMax, videoBytesMax } from '../src/modules/evidence/media-types.js';
import { type UploadBounds, uploadBounds } from '../src/modules/evidence/upload-gate.js';
import { keptMilliseconds } from '../src/modules/idempotency/idempotency.store.js';
import { feedbackMax } from '../src/modules/job/submit-requester-feedback.js';
import { type RatePolicy, ratePolicies } from '../src/modules/rate-limit/rate-limiter.js';
import { countCost } from '../src/operation.js';
import { validationLimits } from '../src/rest/pydantic/issue.js';

const grouped = (value: number) => value.toLocaleString('en');

function windowOf({ windowSeconds }: RatePolicy): string {
  if (windowSeconds === 86_400) return 'day';
  if (windowSeconds === 60) return 'minute';
  return windowSeconds === 3600 ? 'hour' : `${windowSeconds / 60} minutes`;
}

const uploads = ({ uploads, bytes }: UploadBounds, scope: string, status: number) =>
  `${uploads} with ${bytes / mebibyte} MiB ${scope} (${status})`;

/** Returns the table of limits, from the constants that enforce them. */
export function limitTable(): string {
  const { cost, depth, aliases, tokens, characters, selections } = graphqlLimits;
  const rates = Object.values<RatePolicy>(ratePolicies).map((policy) => [
    `rate policy \`${policy.name}\``,
    `${policy.quota} per ${windowOf(policy)}: ${policy.counts.replace(/\.$/, '')}`,
  ]);
  const rows = [
    ...rates,
    [
      'GraphQL cost of an operation',
      `${cost}: an object ${objectCost}, an embedded list ${embeddedListCost}, the \`history\` of a belief ${historyMax} times its item, a connection its \`first\` or \`last\` times its node, a count (\`jobStats\`, \`totalCount\`) ${countCost}, introspection ${introspectionFactor} times as much; returned in \`extensions.cost\``,
    ],
    [
      'GraphQL document',
      `${depth} levels, ${aliases} aliases, ${grouped(tokens)} tokens, ${grouped(characters)} characters, ${grouped(selections)} fields after fragments are expanded`,
    ],
    [
      'page of a list',
      `${pageLengthMax} items, and ${pageBytesMax / mebibyte} MiB of stored documents: a page of larger items is shorter, and its cursor leads to the rest`,
    ],
    [
      'unread responses',
      `${unsentBytesMax / mebibyte} MiB per key, session or address and process (429)`,
    ],
    ['subscriptions', `${streamsMax} open streams per key and process`],
    [
      'JSON body',
      `${jsonBodyBytesMax / kibibyte} KiB; every started ${bodyBytesPerRequest / kibibyte} KiB after the first count as a further request`,
    ],
    [
      'errors of a 422 response',
      `${validationLimits.issues}; an \`input\` longer than ${grouped(validationLimits.input)} characters of JSON is omitted, and so is one with which the inputs of the response would exceed ${grouped(validationLimits.inputs)}`,
    ],
    [
      'errors of a GraphQL response',
      `${grouped(errorLimits.errors)} characters of JSON, ${grouped(errorLimits.message)} of a message`,
    ],
    ['coding of a body', '`identity` alone; a `Content-Encoding` such as `gzip` is 415'],
    [
      'address and header fields',
      `${urlBytesMax / kibibyte} KiB and ${headerBytesMax / kibibyte} KiB`,
    ],
    ['evidence file', `${fileBytesMax / mebibyte} MiB; a video ${videoBytesMax / mebibyte} MiB`],
    [
      'uploads in progress',
      `${uploads(uploadBounds.each, 'per address', 429)}, ${uploads(uploadBounds.all, 'in total', 503)}; counted per process`,
    ],
    ['feedback', `${feedbackMax} per job`],
    [
      '`Idempotency-Key`',
      `accepted on JSON POST requests with an API key or a session, kept for ${keptMilliseconds / hour} hours`,
    ],
  ];
  return ['| limit | value |', '|---|---|', ...rows.map((row) => `| ${row.join(' | ')} |`)].join(
    '\n',
  );
}
