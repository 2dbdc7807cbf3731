import type { Document, Filter } from 'mongodb';
import { type Box, boxAround, type Circle, cellsOf, longitudesOf } from '../../lib/geo-box.js';
import { wordsIn } from '../../lib/search-text.js';
import { type Job, type JobScope, jobStatus } from './job.js';
import {
  answeredTag,
  anyAnswerTag,
  cannotTellTag,
  flaggedTag,
  ofService,
  valueTag,
} from './job-answers.js';
import { cityTag, metadataTag, wordTag } from './search-tags.js';

type Given<T> = T | null | undefined;

/** Conditions on jobs; a job must meet all that are given. Ranges of time include their start and exclude their end. */
export interface JobFilter {
  status?: Given<string>;
  statuses?: Given<readonly string[]>;
  serviceKey?: Given<string>;
  serviceKeys?: Given<readonly string[]>;
  marketCityKey?: Given<string>;
  createdAfter?: Given<Date>;
  createdBefore?: Given<Date>;
  updatedAfter?: Given<Date>;
  updatedBefore?: Given<Date>;
  completedAfter?: Given<Date>;
  completedBefore?: Given<Date>;
  expiresAfter?: Given<Date>;
  expiresBefore?: Given<Date>;
  metadata?: Given<Readonly<Record<string, string>>>;
  answers?: Given<readonly AnswerCondition[]>;
  /** True for jobs with a flagged answer, false for jobs with answers of which none is flagged. */
  flagged?: Given<boolean>;
  /** Key of a question with a current answer. */
  answered?: Given<string>;
  disputed?: Given<boolean>;
  overdue?: Given<boolean>;
  hasReport?: Given<boolean>;
  scheduleId?: Given<string>;
  box?: Given<Box>;
  near?: Given<Circle>;
  q?: Given<string>;
}

/** Condition on the answer to a question; exactly one of the three members is set. */
export interface AnswerCondition {
  questionKey: string;
  value?: Given<string | number>;
  cannotTell?: Given<boolean>;
  flagged?: Given<boolean>;
}

/** Statuses in which a job can be overdue. */
const unfinished: readonly string[] = [
  'open',
  'assigned',
  'in_progress',
  'submitted',
  'disputed',
] satisfies Job['status'][];

/** Returns the values that all given conditions allow; null without a condition. */
function allowed(conditions: readonly Given<readonly string[]>[]): readonly string[] | null {
  const given = conditions.filter((one) => one != null);
  const [first, ...others] = given;
  return first?.filter((value) => others.every((list) => list.includes(value))) ?? null;
}

/** Returns the statuses that a filter allows; null for all. */
export const statusesOf = ({ status, statuses, overdue }: JobFilter) =>
  allowed([status == null ? null : [status], statuses, overdue ? unfinished : null]);

const servicesOf = ({ serviceKey, serviceKeys }: JobFilter) =>
  allowed([serviceKey == null ? null : [serviceKey], serviceKeys]);

const oneOf = (values: readonly string[]) =>
  values.length === 1 ? values[0] : { $in: [...new Set(values)] };

function tagOf({ questionKey, value, cannotTell }: AnswerCondition): string {
  if (value != null) return valueTag(questionKey, value);
  return cannotTell ? cannotTellTag(questionKey) : flaggedTag(questionKey);
}

function answerTagsOf({ answers, flagged, answered }: JobFilter): string[] {
  const tags = [
    ...(answers ?? []).map(tagOf),
    ...(answered != null ? [answeredTag(answered)] : []),
  ];
  return tags.length === 0 && flagged != null ? [anyAnswerTag] : tags;
}

/**
 * Returns the conditions on status, service and the first answer. The indexes on `answerTags` have flag and status
 * before the time, and tags include the service: with every member named, they provide the order of each combination.
 */
function stateConditions(filter: JobFilter): Document {
  const statuses = statusesOf(filter);
  const services = servicesOf(filter);
  const [tag] = answerTagsOf(filter);
  if (tag === undefined) {
    return {
      ...(statuses && { status: oneOf(statuses) }),
      ...(services && { serviceKey: oneOf(services) }),
    };
  }
  return {
    answerTags: services ? oneOf(services.map((key) => ofService(key, tag))) : tag,
    hasFlaggedAnswer: filter.flagged ?? { $in: [true, false] },
    status: statuses ? oneOf(statuses) : { $in: jobStatus.options },
  };
}

function between(from: Given<Date>, before: Given<Date>) {
  if (from == null && before == null) return null;
  return { ...(from != null && { $gte: from }), ...(before != null && { $lt: before }) };
}

const timeFields = ['createdAt', 'updatedAt', 'completedAt', 'expiresAt'] as const;
type TimeField = (typeof timeFields)[number];

/** Returns the range of times that a filter allows; null for all. */
function rangeOf(filter: JobFilter, field: TimeField) {
  const name = field.slice(0, -'At'.length) as 'created' | 'updated' | 'completed' | 'expires';
  return between(filter[`${name}After`], filter[`${name}Before`]);
}

/** A word has letters and digits only, none of which has a meaning in a regular expression. */
const wordCondition = (word: string): Document => ({ searchTags: { $regex: `^${wordTag(word)}` } });

/** Returns the tags that a job must have, those of the fewest jobs first. */
const exactTagsOf = ({ metadata, marketCityKey }: JobFilter): string[] => [
  ...Object.entries(metadata ?? {}).map(([key, value]) => metadataTag(key, value)),
  ...(marketCityKey != null ? [cityTag(marketCityKey)] : []),
];

/** Returns the conditions on words, metadata and city, those that are met by the fewest jobs first. */
const tagConditions = (filter: JobFilter): Document[] => [
  ...wordsIn(filter.q ?? '')
    .sort((a, b) => b.length - a.length)
    .map(wordCondition),
  ...exactTagsOf(filter).map((tag) => ({ searchTags: tag })),
];

const boxesOf = ({ box, near }: JobFilter): Box[] => [
  ...(near ? [boxAround(near)] : []),
  ...(box ? [box] : []),
];

const boxCondition = (box: Box): Document => ({
  // Excludes erased jobs, whose position is rounded, and positions that cannot be on Earth.
  cell: { $gt: '' },
  latitude: { $gte: box.south, $lte: box.north },
  $or: longitudesOf(box).map(([west, east]) => ({ longitude: { $gte: west, $lte: east } })),
});

const isDisputed: Document = { 'feedback.verdict': 'disputed' };
const hasReport: Document = {
  reports: { $elemMatch: { withdrawnAt: null } },
  erasedAt: { $exists: false },
};

/** Returns a condition or its opposite; empty if neither is required. */
function required(value: Given<boolean>, condition: Document): Document[] {
  if (value == null) return [];
  return [value ? condition : { $nor: [condition] }];
}

/** Returns the conditions besides status, service, the first answer and the creation time. */
function otherConditions(filter: JobFilter, now: Date): Document[] {
  const [, ...tags] = answerTagsOf(filter);
  const ranges = timeFields.slice(1).flatMap((field) => {
    const range = rangeOf(filter, field);
    return range ? [{ [field]: range }] : [];
  });
  const isLate = { deadlineAt: { $lte: now } };
  return [
    ...(filter.scheduleId != null ? [{ scheduleId: filter.scheduleId }] : []),
    ...tags.map((tag) => ({ answerTags: tag })),
    ...tagConditions(filter),
    ...boxesOf(filter).map(boxCondition),
    ...ranges,
    ...required(filter.disputed, isDisputed),
    ...required(filter.hasReport, hasReport),
    ...(filter.overdue === true ? [isLate] : []),
    ...(filter.overdue === false
      ? [{ $nor: [{ ...isLate, status: { $in: [...unfinished] } }] }]
      : []),
  ];
}

export const ofScope = ({ integratorId }: JobScope): Document =>
  integratorId === undefined ? {} : { integratorId };

/** Returns the conditions of a filter, except that `near` is met by the box around its circle. */
export function jobConditions(scope: JobScope, filter: JobFilter, now: Date): Filter<Job> {
  const created = rangeOf(filter, 'createdAt');
  const others = otherConditions(filter, now);
  return {
    ...ofScope(scope),
    ...stateConditions(filter),
    ...(created && { createdAt: created }),
    ...(others.length > 0 && { $and: others }),
  } as Filter<Job>;
}

export type OrderField = 'createdAt' | 'updatedAt';
const orderFields = ['createdAt', 'updatedAt'] as const satisfies OrderField[];

/** Returns true if an index has exactly the matching jobs, in the order of the field. */
export function isInOrder(filter: JobFilter, order: OrderField): boolean {
  const range = order === 'updatedAt' ? { updatedAfter: null, updatedBefore: null } : {};
  if (otherConditions({ ...filter, ...range }, new Date(0)).length > 0) return false;
  if (order === 'updatedAt' && rangeOf(filter, 'createdAt')) return false;
  return !(statusesOf(filter) && servicesOf(filter)) || answerTagsOf(filter).length > 0;
}

/** Returns true if a filter has no conditions but those that are counted without a limit. */
export function isCounted(filter: JobFilter): boolean {
  const { answers, updatedAfter: _, updatedBefore: __, ...others } = filter;
  if (otherConditions({ ...others, answers: answers?.slice(0, 1) }, new Date(0)).length > 0) {
    return false;
  }
  return !orderFields.every((field) => rangeOf(filter, field));
}

/** Index of the jobs of an integrator by tag. */
export const tagIndex = { integratorId: 1, searchTags: 1, createdAt: -1, _id: -1 } as const;

/** Index of the jobs of all integrators by schedule. */
export const scheduleIndex = { scheduleId: 1, createdAt: -1, _id: -1 } as const;
/** Index of the jobs of an integrator by schedule. */
export const ownScheduleIndex = { integratorId: 1, ...scheduleIndex } as const;

/** An index, and conditions that it serves alone; a job meets one of them. */
export interface IndexedConditions {
  hint: Document;
  any: Document[];
}

/** Returns the conditions of a filter of which each has an index in the order of creation, which must be hinted. */
function narrowIndexes(scope: JobScope, filter: JobFilter) {
  const { scheduleId } = filter;
  const isOfOne = scope.integratorId !== undefined;
  const bySchedule = isOfOne ? ownScheduleIndex : scheduleIndex;
  const tags = isOfOne ? exactTagsOf(filter) : [];
  return [
    ...(scheduleId != null ? [{ hint: bySchedule, condition: { scheduleId } }] : []),
    ...tags.map((tag) => ({ hint: tagIndex, condition: { searchTags: tag } })),
  ];
}

/** Returns true if the hinted index of `orderedConditions` has exactly the matching jobs, in the order of the field. */
export function isInHintedOrder(scope: JobScope, filter: JobFilter, order: OrderField): boolean {
  const { scheduleId: _, metadata: __, marketCityKey: ___, ...others } = filter;
  const isUnconditional = Object.keys(stateConditions(others)).length === 0;
  const hasOne = narrowIndexes(scope, filter).length === 1;
  return order === 'createdAt' && hasOne && isUnconditional && isInOrder(others, order);
}

/** Returns the conditions of a filter that an index serves in the order of a field. */
export function orderedConditions(
  scope: JobScope,
  filter: JobFilter,
  field: OrderField,
): IndexedConditions {
  const range = rangeOf(filter, field);
  const narrow = field === 'createdAt' ? narrowIndexes(scope, filter)[0] : undefined;
  if (narrow) {
    const { hint, condition } = narrow;
    const own = { ...ofScope(scope), ...condition, ...(range && { createdAt: range }) };
    return { hint, any: [own] };
  }
  const { serviceKey, ...others } = stateConditions(filter);
  const isByService = serviceKey !== undefined && Object.keys(others).length === 0;
  const equal = { ...ofScope(scope), ...(isByService ? { serviceKey } : others) };
  const names = Object.keys(equal).map((name) => [name, 1] as const);
  return {
    hint: { ...Object.fromEntries(names), [field]: -1, _id: -1 },
    any: [{ ...equal, ...(range && { [field]: range }) }],
  };
}

/**
 * Returns conditions of a filter that an index serves without an order, in the order in which to try them.
 *
 * @param order time of which no range is returned
 */
export function selectiveConditions(
  scope: JobScope,
  filter: JobFilter,
  order: OrderField | null,
): IndexedConditions[] {
  const owned = ofScope(scope);
  const isOfOne = scope.integratorId !== undefined;
  const by = (path: string, any: Document[]): IndexedConditions => ({
    hint: { ...(isOfOne && { integratorId: 1 }), [path]: 1 },
    any: any.map((one) => ({ ...owned, ...one })),
  });
  const cells = (box: Box) =>
    cellsOf(box).map(([first, last]) => ({ cell: { $gte: first, $lt: last } }));
  const indexedTimes: readonly TimeField[] = isOfOne ? timeFields : orderFields;
  const ranges = indexedTimes.flatMap((field): IndexedConditions[] => {
    const range = rangeOf(filter, field);
    if (!range || field === order) return [];
    const { hint, any } = by(field, [{ [field]: range }]);
    const isOrder = field === 'createdAt' || field === 'updatedAt';
    return [{ hint: isOrder ? { ...hint, [field]: -1, _id: -1 } : hint, any }];
  });
  const { scheduleId } = filter;
  return [
    ...(scheduleId != null
      ? [{ hint: isOfOne ? ownScheduleIndex : scheduleIndex, any: [{ ...owned, scheduleId }] }]
      : []),
    ...tagConditions(filter).map((condition) => ({
      ...by('searchTags', [condition]),
      ...(isOfOne && { hint: tagIndex }),
    })),
    ...boxesOf(filter).map((box) => by('cell', cells(box))),
    ...(filter.disputed && isOfOne ? [by('feedback.verdict', [isDisputed])] : []),
    ...ranges,
  ];
}
