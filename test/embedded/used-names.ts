import type { CommandStartedEvent, Document, MongoClient } from 'mongodb';
import * as supported from '../../src/embedded/supported.js';

type Names = readonly string[];

function isDocument(value: unknown): value is Document {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}

/** Names that begin with a dollar, in field names below `value`, that are not in `known`. */
function unknownNames(value: unknown, known: Names, where: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => unknownNames(item, known, where));
  if (!isDocument(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const own = name.startsWith('$') && !known.includes(name) ? [`${where} ${name}`] : [];
    return [...own, ...unknownNames(inner, known, where)];
  });
}

const filterNames: Names = [...supported.logicalOperators, ...supported.filterOperators];
const inFilter = (filter: unknown): string[] =>
  unknownNames(filter, filterNames, 'filter operator');

function inUpdate(update: unknown): string[] {
  if (!isDocument(update)) return ['update by a pipeline'];
  return Object.entries(update).flatMap(([name, fields]) => {
    if (!name.startsWith('$')) return [];
    if (!(supported.updateOperators as Names).includes(name)) return [`update operator ${name}`];
    if (name === '$pull') return inFilter(fields);
    return name === '$push'
      ? Object.values(fields as Document).flatMap((operand) =>
          isDocument(operand) && '$each' in operand
            ? unknownNames(
                { ...operand, $each: [] },
                supported.pushModifiers,
                `modifier of ${name}`,
              )
            : [],
        )
      : [];
  });
}

function inStage(stage: Document): string[] {
  const [name, operand] = Object.entries(stage)[0] as [string, Document];
  if (!(supported.stages as Names).includes(name)) return [`stage ${name}`];
  if (name === '$match') return inFilter(operand);
  if (name === '$sort') return [];
  return unknownNames(operand, supported.expressions, `expression in ${name}`);
}

function inIndex(index: Document): string[] {
  const options = Object.keys(index).filter(
    (name) => !(supported.indexOptions as Names).includes(name),
  );
  return [
    ...options.map((name) => `index option ${name}`),
    ...inFilter(index['partialFilterExpression']),
  ];
}

function inStatement(field: 'updates' | 'deletes', statement: Document): string[] {
  const fields = Object.keys(statement).filter(
    (name) => !(supported.statementFields[field] as Names).includes(name),
  );
  return [
    ...fields.map((name) => `field ${name} in ${field}`),
    ...inFilter(statement['q']),
    ...(field === 'updates' ? inUpdate(statement['u']) : []),
    ...inFilter(statement['arrayFilters']),
  ];
}

/** What a command uses that the embedded store does not have, each by its kind and name. */
export function missingNames(command: Document): string[] {
  const given = Object.keys(command)[0]!;
  const name = supported.commandAliases.get(given) ?? given;
  if (!Object.hasOwn(supported.commands, name)) return [`command ${given}`];
  const fields: Names = [
    given,
    ...supported.genericFields,
    ...supported.commands[name as supported.CommandName],
  ];
  const list = (field: string): Document[] => (Array.isArray(command[field]) ? command[field] : []);
  return [
    ...Object.keys(command)
      .filter((field) => !fields.includes(field))
      .map((field) => `field ${field} of ${given}`),
    ...inFilter(command['filter']),
    ...inFilter(command['query']),
    ...unknownNames(command['projection'] ?? command['fields'], [], 'projection operator'),
    ...(command['update'] && given.toLowerCase() === 'findandmodify'
      ? inUpdate(command['update'])
      : []),
    ...inFilter(command['arrayFilters']),
    ...list('updates').flatMap((statement) => inStatement('updates', statement)),
    ...list('deletes').flatMap((statement) => inStatement('deletes', statement)),
    ...list('pipeline').flatMap(inStage),
    ...list('indexes').flatMap(inIndex),
  ];
}

/**
 * Watch a client that was made with `monitorCommands: true`.
 *
 * @returns the names used and missing since then, to be asserted empty at the end of a test run
 */
export function watchCommands(client: MongoClient): { used: Set<string>; missing: Set<string> } {
  const watched = { used: new Set<string>(), missing: new Set<string>() };
  client.on('commandStarted', ({ commandName, command }: CommandStartedEvent) => {
    watched.used.add(commandName);
    for (const name of missingNames(command)) watched.missing.add(name);
  });
  return watched;
}
