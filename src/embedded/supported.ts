/**
 * Everything this server implements, by name. What is not here is refused by name.
 *
 * The tables of the implementation are typed by these lists, so that neither can have what the other
 * lacks. `refused` names what MongoDB has and this server does not: those answer 238; a name that
 * MongoDB does not know either answers with MongoDB's own error.
 */

/** Fields that every command takes. */
export const genericFields = [
  '$db',
  'lsid',
  '$clusterTime',
  '$readPreference',
  'readConcern',
  'writeConcern',
  'comment',
  'maxTimeMS',
] as const;

/** Commands and, for each, the fields it takes beside its own name and the generic ones. */
export const commands = {
  hello: [
    'helloOk',
    'client',
    'compression',
    'hostInfo',
    'loadBalanced',
    'topologyVersion',
    'maxAwaitTimeMS',
    'saslSupportedMechs',
    'speculativeAuthenticate',
    'backpressure',
  ],
  ping: [],
  buildInfo: [],
  connectionStatus: ['showPrivileges'],
  getParameter: ['featureCompatibilityVersion'],
  getCmdLineOpts: [],
  getLog: [],
  endSessions: [],
  killCursors: ['cursors'],
  insert: ['documents', 'ordered', 'bypassDocumentValidation'],
  update: ['updates', 'ordered', 'bypassDocumentValidation'],
  delete: ['deletes', 'ordered'],
  findAndModify: [
    'query',
    'sort',
    'update',
    'remove',
    'new',
    'upsert',
    'fields',
    'arrayFilters',
    'hint',
    'bypassDocumentValidation',
  ],
  find: [
    'filter',
    'sort',
    'skip',
    'limit',
    'projection',
    'batchSize',
    'singleBatch',
    'hint',
    'noCursorTimeout',
    'allowDiskUse',
  ],
  aggregate: ['pipeline', 'cursor', 'hint', 'allowDiskUse'],
  count: ['query', 'limit', 'skip', 'hint'],
  distinct: ['key', 'query', 'hint'],
  getMore: ['collection', 'batchSize'],
  explain: ['verbosity'],
  create: [],
  drop: [],
  dropDatabase: [],
  createIndexes: ['indexes', 'commitQuorum'],
  dropIndexes: ['index'],
  listIndexes: ['cursor'],
  listCollections: ['filter', 'nameOnly', 'authorizedCollections', 'cursor'],
  listDatabases: ['filter', 'nameOnly', 'authorizedDatabases'],
  validate: ['full'],
} as const;

export type CommandName = keyof typeof commands;

/** Older spellings that drivers and shells still send. */
export const commandAliases: Readonly<Record<string, CommandName>> = {
  isMaster: 'hello',
  ismaster: 'hello',
  buildinfo: 'buildInfo',
  findandmodify: 'findAndModify',
};

export const statementFields = {
  updates: ['q', 'u', 'multi', 'upsert', 'arrayFilters', 'hint'],
  deletes: ['q', 'limit', 'hint'],
} as const;

export const indexOptions = [
  'v',
  'key',
  'name',
  'unique',
  'sparse',
  'partialFilterExpression',
  'expireAfterSeconds',
  'background',
  'ns',
] as const;

export const logicalOperators = ['$and', '$or', '$nor'] as const;
export const filterOperators = [
  '$eq',
  '$ne',
  '$gt',
  '$gte',
  '$lt',
  '$lte',
  '$in',
  '$nin',
  '$exists',
  '$type',
  '$not',
  '$elemMatch',
  '$all',
  '$size',
  '$regex',
  '$options',
] as const;
export const updateOperators = [
  '$set',
  '$unset',
  '$setOnInsert',
  '$inc',
  '$min',
  '$max',
  '$mul',
  '$rename',
  '$push',
  '$pull',
  '$pullAll',
  '$addToSet',
  '$pop',
  '$currentDate',
] as const;
export const pushModifiers = ['$each', '$slice', '$position', '$sort'] as const;
export const projectionOperators = ['$slice', '$elemMatch'] as const;
export const stages = [
  '$match',
  '$sort',
  '$skip',
  '$limit',
  '$project',
  '$set',
  '$addFields',
  '$unset',
  '$group',
  '$count',
  '$unwind',
] as const;
export const accumulators = [
  '$sum',
  '$min',
  '$max',
  '$avg',
  '$first',
  '$last',
  '$push',
  '$addToSet',
] as const;
export const expressions = [
  '$literal',
  '$eq',
  '$cond',
  '$ifNull',
  '$add',
  '$concatArrays',
  '$dateToString',
  '$dateTrunc',
] as const;

export type FilterOperator = (typeof filterOperators)[number];
export type UpdateOperator = (typeof updateOperators)[number];
export type Stage = (typeof stages)[number];
export type Accumulator = (typeof accumulators)[number];
export type ExpressionName = (typeof expressions)[number];

const refused = new Set(
  `$expr $where $text $jsonSchema $mod $comment $geoWithin $geoIntersects $near $nearSphere $rand $sampleRate
  $bitsAllClear $bitsAllSet $bitsAnyClear $bitsAnySet $bit $meta $lookup $graphLookup $facet $bucket $bucketAuto
  $sortByCount $sample $out $merge $replaceRoot $replaceWith $redact $unionWith $densify $fill $geoNear
  $setWindowFields $indexStats $collStats $currentOp $search $searchMeta $vectorSearch $documents $changeStream
  $planCacheStats $listSessions $stdDevPop $stdDevSamp $mergeObjects $top $topN $bottom $bottomN $firstN $lastN
  $maxN $minN $accumulator $count $median $percentile $abs $and $or $not $ne $gt $gte $lt $lte $cmp $subtract
  $multiply $divide $mod $concat $map $filter $reduce $size $arrayElemAt $in $let $switch $toString $toLower
  $toUpper $substr $substrCP $split $dateAdd $dateDiff $dateFromString $dateToParts $year $month $dayOfMonth
  $hour $minute $second $slice $type $convert $toInt $toLong $toDouble $toDate $toObjectId $isArray $range
  $reverseArray $sortArray $zip $objectToArray $arrayToObject $setUnion $setField $getField $function $round
  $floor $ceil $trunc $regexMatch $regexFind $indexOfArray $sum $min $max $avg $first $last $push $addToSet`.split(
    /\s+/,
  ),
);

/** Whether MongoDB has an operator or stage of this name that this server was not given. */
export function isRefused(name: string): boolean {
  return refused.has(name);
}

/** Whether `name` is in one of the lists above; narrows its type. */
export function has<T extends string>(list: readonly T[], name: string): name is T {
  return (list as readonly string[]).includes(name);
}
