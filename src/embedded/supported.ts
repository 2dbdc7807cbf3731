/**
 * Everything this server implements, by name. What is not here is refused by name (238), whether MongoDB
 * has it or not. The tables of the implementation are typed by these lists, so that neither can have
 * what the other lacks.
 */

/**
 * Fields that every command takes; the last two change no answer of this server. `maxTimeMS` ends searches;
 * what runs at once, such as a write, does not look at it.
 */
export const genericFields = [
  '$db',
  'lsid',
  'readConcern',
  'writeConcern',
  'comment',
  'apiVersion',
  'apiStrict',
  'apiDeprecationErrors',
  'maxTimeMS',
  '$readPreference',
  '$clusterTime',
] as const;

/** What a client says and asks of itself in its first command. */
const helloFields = [
  'helloOk',
  'client',
  'compression',
  'loadBalanced',
  'backpressure',
  'saslSupportedMechs',
  'speculativeAuthenticate',
  'hostInfo',
  'forShell',
] as const;

/** Commands and, for each, the fields it takes beside its own name and the generic ones. */
export const commands = {
  hello: helloFields,
  isMaster: helloFields,
  ismaster: helloFields,
  ping: [],
  buildInfo: [],
  buildinfo: [],
  connectionStatus: ['showPrivileges'],
  hostInfo: [],
  dbStats: ['scale'],
  collStats: ['scale'],
  endSessions: [],
  killCursors: ['cursors'],
  insert: ['documents', 'ordered'],
  update: ['updates', 'ordered'],
  delete: ['deletes', 'ordered'],
  findAndModify: ['query', 'sort', 'update', 'remove', 'new', 'upsert', 'fields', 'arrayFilters'],
  find: ['filter', 'sort', 'skip', 'limit', 'projection', 'batchSize', 'singleBatch', 'hint'],
  aggregate: ['pipeline', 'cursor'],
  count: ['query', 'skip', 'limit'],
  getMore: ['collection', 'batchSize'],
  explain: ['verbosity'],
  drop: [],
  dropDatabase: [],
  createIndexes: ['indexes'],
  listIndexes: ['cursor'],
  listCollections: ['filter', 'nameOnly', 'authorizedCollections', 'cursor'],
  listDatabases: ['nameOnly', 'filter', 'authorizedDatabases'],
  validate: ['full'],
} as const satisfies Record<string, readonly string[]>;

export const statementFields = {
  updates: ['q', 'u', 'multi', 'upsert', 'arrayFilters'],
  deletes: ['q', 'limit'],
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
  '$not',
  '$elemMatch',
] as const;
export const updateOperators = [
  '$set',
  '$unset',
  '$setOnInsert',
  '$inc',
  '$min',
  '$max',
  '$push',
  '$pull',
] as const;
export const pushModifiers = ['$each'] as const;
export const stages = ['$match', '$sort', '$skip', '$limit', '$group'] as const;
/** What `$group` computes with, beside field paths and constants. */
export const expressions = ['$sum', '$dateToString'] as const;

export type CommandName = keyof typeof commands;
export type FilterOperator = (typeof filterOperators)[number];
export type UpdateOperator = (typeof updateOperators)[number];
export type Stage = (typeof stages)[number];

/** Whether `name` is in one of the lists above; narrows its type. */
export function has<T extends string>(list: readonly T[], name: string): name is T {
  return (list as readonly string[]).includes(name);
}
