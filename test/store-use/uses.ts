import { BSONRegExp, type Document } from 'mongodb';

/** Something that a command needs the server to have. */
export interface Use {
  kind:
    | 'command'
    | 'option'
    | 'filter operator'
    | 'update operator'
    | 'modifier'
    | 'projection operator'
    | 'stage'
    | 'expression';
  /** As MongoDB names it; an option behind what it is an option of: `find.limit`, `indexes.unique`. */
  name: string;
}

/** What the driver adds by itself, after the server has said that it understands it. */
const driverFields = ['$db', 'lsid', '$clusterTime', '$readPreference', 'txnNumber'];

/** Whether a value is a document of fields, and not a value of a type of its own. */
export function isDocument(value: unknown): value is Document {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}

/** The names in `value`, however deep, that begin with a dollar. */
function dollars(value: unknown, kind: Use['kind']): Use[] {
  if (Array.isArray(value)) return value.flatMap((item) => dollars(item, kind));
  if (value instanceof RegExp || value instanceof BSONRegExp) return [{ kind, name: '$regex' }];
  if (!isDocument(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(name.startsWith('$') ? [{ kind, name }] : []),
    ...dollars(inner, kind),
  ]);
}

const filterUses = (filter: unknown): Use[] => dollars(filter, 'filter operator');

/** Operators of an update; what is stored by them may have names with a dollar, and is not looked into. */
function updateUses(update: unknown): Use[] {
  if (Array.isArray(update)) return [{ kind: 'update operator', name: 'pipeline' }];
  if (!isDocument(update)) return [];
  return Object.entries(update).flatMap(([name, fields]): Use[] => {
    if (!name.startsWith('$')) return [];
    const uses: Use[] = [{ kind: 'update operator', name }];
    if (name === '$pull') uses.push(...filterUses(fields));
    if (name !== '$push' && name !== '$addToSet') return uses;
    const modified = Object.values(fields).filter(
      (operand): operand is Document => isDocument(operand) && '$each' in operand,
    );
    for (const modifier of modified.flatMap((operand) => Object.keys(operand))) {
      uses.push({ kind: 'modifier', name: modifier });
    }
    return uses;
  });
}

function stageUses(stage: Document): Use[] {
  const [name, operand] = Object.entries(stage)[0] as [string, unknown];
  const own: Use = { kind: 'stage', name };
  if (name === '$match') return [own, ...filterUses(operand)];
  return name === '$sort' ? [own] : [own, ...dollars(operand, 'expression')];
}

const optionUses = (of: string, fields: string[]): Use[] =>
  fields.map((field) => ({ kind: 'option', name: `${of}.${field}` }));

function statementUses(list: 'updates' | 'deletes', statement: Document): Use[] {
  return [
    ...optionUses(list, Object.keys(statement)),
    ...filterUses(statement['q']),
    ...updateUses(statement['u']),
    ...filterUses(statement['arrayFilters']),
  ];
}

const listOf = (value: unknown): Document[] => (Array.isArray(value) ? value : []);

/** Everything that a command, as the driver sends it, needs the server to have; repeats included. */
export function usesOf(command: Document): Use[] {
  const [name = '', ...fields] = Object.keys(command).filter((key) => !driverFields.includes(key));
  return [
    { kind: 'command', name },
    ...optionUses(name, fields),
    ...filterUses(command['filter']),
    ...filterUses(command['query']),
    ...filterUses(command['arrayFilters']),
    ...dollars(command['projection'] ?? command['fields'], 'projection operator'),
    ...updateUses(command['update']),
    ...listOf(command['updates']).flatMap((statement) => statementUses('updates', statement)),
    ...listOf(command['deletes']).flatMap((statement) => statementUses('deletes', statement)),
    ...listOf(command['pipeline']).flatMap(stageUses),
    ...listOf(command['indexes']).flatMap((index) => [
      ...optionUses('indexes', Object.keys(index)),
      ...filterUses(index['partialFilterExpression']),
    ]),
  ];
}

/** The collection that a command works on; null for one on a database. */
export function collectionOf(command: Document): string | null {
  const [name = ''] = Object.keys(command);
  const value = command[name === 'getMore' ? 'collection' : name];
  return typeof value === 'string' ? value : null;
}
