/**
 * Everything this server implements, by name. All other features are rejected by name (238), whether or not MongoDB has
 * them. The tables of the implementation are typed by these lists, so that neither can contain an entry that the other
 * lacks.
 */

/**
 * Fields that every command accepts; the last two have no effect on this server. `maxTimeMS` limits searches; it does
 * not apply to work that runs without pauses, such as a write.
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

/** Fields of the first command of a client, about itself and the connection. */
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

/** Commands and, for each, the fields it accepts besides its own name and the generic ones. */
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
  /** Own command of this store: copies the data file into an existing folder of its machine. */
  backup: ['folder'],
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
  /** Only a text that begins with `^` and is otherwise literal. */
  '$regex',
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
/** The expressions that `$group` supports, besides field paths and constants. */
export const expressions = ['$sum', '$dateToString'] as const;

export type CommandName = keyof typeof commands;
export type FilterOperator = (typeof filterOperators)[number];
export type UpdateOperator = (typeof updateOperators)[number];
export type Stage = (typeof stages)[number];

/** Returns true if `name` is in one of the lists above; narrows its type. */
export function has<T extends string>(list: readonly T[], name: string): name is T {
  return (list as readonly string[]).includes(name);
}
