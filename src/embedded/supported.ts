/**
 * Everything this server implements, by name. What is not here is refused by name.
 *
 * The tables of the implementation are typed by these lists, so that neither can have what the other
 * lacks. `refused` names what MongoDB has and this server does not: those answer 238; a name that
 * MongoDB does not know either answers with MongoDB's own error.
 */

type Split<S extends string> = S extends `${infer Head} ${infer Tail}` ? Head | Split<Tail> : S;

function names<S extends string>(text: S): readonly Split<S>[] {
  return text.split(' ').filter(Boolean) as unknown as readonly Split<S>[];
}

/** Fields that every command takes. */
export const genericFields = names('$db lsid writeConcern');

/** Commands and, for each, the fields it takes beside its own name and the generic ones. */
export const commands = {
  hello: names(
    'helloOk client compression loadBalanced topologyVersion maxAwaitTimeMS backpressure',
  ),
  ping: [],
  buildInfo: [],
  endSessions: [],
  killCursors: names('cursors'),
  insert: names('documents ordered'),
  update: names('updates ordered'),
  delete: names('deletes ordered'),
  findAndModify: names('query sort update remove new upsert fields arrayFilters'),
  find: names('filter sort skip limit projection batchSize singleBatch'),
  aggregate: names('pipeline cursor'),
  count: names('query skip limit'),
  getMore: names('collection batchSize'),
  explain: names('verbosity'),
  drop: [],
  dropDatabase: [],
  createIndexes: names('indexes'),
  listIndexes: names('cursor'),
  listCollections: names('filter nameOnly authorizedCollections cursor'),
  listDatabases: names('nameOnly'),
  validate: names('full'),
} as const satisfies Record<string, readonly string[]>;

/** Older spellings that drivers and shells still send. */
export const commandAliases = new Map<string, CommandName>([
  ['isMaster', 'hello'],
  ['ismaster', 'hello'],
  ['buildinfo', 'buildInfo'],
  ['findandmodify', 'findAndModify'],
]);

export const statementFields = {
  updates: names('q u multi upsert arrayFilters'),
  deletes: names('q limit'),
  documents: null,
} as const;

export const indexOptions = names(
  'v key name unique sparse partialFilterExpression expireAfterSeconds background ns',
);
export const logicalOperators = names('$and $or $nor');
export const filterOperators = names(
  '$eq $ne $gt $gte $lt $lte $in $nin $exists $type $not $elemMatch $all $size $regex $options',
);
export const updateOperators = names(
  '$set $unset $setOnInsert $inc $mul $min $max $push $pull $pullAll $addToSet $pop',
);
export const pushModifiers = names('$each $slice $position $sort');
export const projectionOperators = names('$slice $elemMatch');
export const stages = names('$match $sort $skip $limit $project $group $count $unwind');
export const accumulators = names('$sum $min $max $avg $first $last $push $addToSet');
export const expressions = names('$literal $dateToString $dateTrunc');

export type CommandName = keyof typeof commands;
export type FilterOperator = (typeof filterOperators)[number];
export type UpdateOperator = (typeof updateOperators)[number];
export type Stage = (typeof stages)[number];
export type Accumulator = (typeof accumulators)[number];
export type ExpressionName = (typeof expressions)[number];

const refused = new Set(
  `$expr $where $text $jsonSchema $mod $comment $geoWithin $geoIntersects $near $nearSphere $rand $sampleRate
  $bitsAllClear $bitsAllSet $bitsAnyClear $bitsAnySet $bit $rename $currentDate $meta $set $addFields $unset
  $lookup $graphLookup $facet $bucket $bucketAuto $sortByCount $sample $out $merge $replaceRoot $replaceWith
  $redact $unionWith $densify $fill $geoNear $setWindowFields $indexStats $collStats $currentOp $search
  $documents $changeStream $planCacheStats $listSessions $stdDevPop $stdDevSamp $mergeObjects $top $topN $bottom
  $bottomN $firstN $lastN $maxN $minN $accumulator $count $median $percentile $abs $and $or $not $eq $ne $gt
  $gte $lt $lte $cmp $add $subtract $multiply $divide $concat $concatArrays $cond $ifNull $map $filter $reduce
  $size $arrayElemAt $in $let $switch $toString $toLower $toUpper $substrCP $split $dateAdd $dateDiff
  $dateFromString $dateToParts $year $month $dayOfMonth $hour $slice $type $convert $toInt $toLong $toDouble
  $toDate $isArray $range $zip $objectToArray $arrayToObject $setUnion $function $round $floor $ceil $sum $min
  $max $avg $first $last $push $addToSet`.split(/\s+/),
);

/** Whether MongoDB has an operator or stage of this name that this server was not given. */
export function isRefused(name: string): boolean {
  return refused.has(name);
}

/** Whether `name` is in one of the lists above; narrows its type. */
export function has<T extends string>(list: readonly T[], name: string): name is T {
  return (list as readonly string[]).includes(name);
}
