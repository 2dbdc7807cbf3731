/**
 * Everything this server implements, by name. What is not here is refused by name (238), whether MongoDB
 * has it or not. The tables of the implementation are typed by these lists, so that neither can have
 * what the other lacks.
 */

type Split<S extends string> = S extends `${infer Head} ${infer Tail}` ? Head | Split<Tail> : S;

function names<S extends string>(text: S): readonly Split<S>[] {
  return text.split(' ').filter(Boolean) as unknown as readonly Split<S>[];
}

/**
 * Fields that every command takes; those of the second line change no answer of this server. `maxTimeMS` ends
 * searches; what runs at once, such as a write, does not look at it.
 */
export const genericFields = names(
  '$db lsid readConcern writeConcern comment apiVersion apiStrict apiDeprecationErrors maxTimeMS ' +
    '$readPreference $clusterTime',
);

/** What a client says and asks of itself in its first command. */
const helloFields = names(
  'helloOk client compression loadBalanced backpressure saslSupportedMechs speculativeAuthenticate ' +
    'hostInfo forShell',
);

/** Commands and, for each, the fields it takes beside its own name and the generic ones. */
export const commands = {
  hello: helloFields,
  isMaster: helloFields,
  ismaster: helloFields,
  ping: [],
  buildInfo: [],
  buildinfo: [],
  connectionStatus: names('showPrivileges'),
  hostInfo: [],
  dbStats: names('scale'),
  collStats: names('scale'),
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
  listDatabases: names('nameOnly filter authorizedDatabases'),
  validate: names('full'),
} as const satisfies Record<string, readonly string[]>;

export const statementFields = {
  updates: names('q u multi upsert arrayFilters'),
  deletes: names('q limit'),
} as const;

export const indexOptions = names(
  'v key name unique sparse partialFilterExpression expireAfterSeconds background ns',
);
export const logicalOperators = names('$and $or $nor');
export const filterOperators = names('$eq $ne $gt $gte $lt $lte $in $nin $exists $not $elemMatch');
export const updateOperators = names('$set $unset $setOnInsert $inc $min $max $push $pull');
export const pushModifiers = names('$each');
export const stages = names('$match $sort $skip $limit $group');
/** What `$group` computes with, beside field paths and constants. */
export const expressions = names('$sum $dateToString');

export type CommandName = keyof typeof commands;
export type FilterOperator = (typeof filterOperators)[number];
export type UpdateOperator = (typeof updateOperators)[number];
export type Stage = (typeof stages)[number];

/** Whether `name` is in one of the lists above; narrows its type. */
export function has<T extends string>(list: readonly T[], name: string): name is T {
  return (list as readonly string[]).includes(name);
}
