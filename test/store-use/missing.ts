import type { Document } from 'mongodb';
import * as supported from '../../src/embedded/supported.js';
import { type Use, usesOf } from './uses.js';

const list = (...parts: readonly (readonly string[])[]): readonly string[] => parts.flat();

const known: Record<Exclude<Use['kind'], 'command' | 'option'>, readonly string[]> = {
  'filter operator': list(supported.logicalOperators, supported.filterOperators),
  'update operator': supported.updateOperators,
  modifier: supported.pushModifiers,
  'projection operator': [],
  stage: supported.stages,
  expression: supported.expressions,
};

/** The options of a command, of a statement in one, or of an index. */
function optionsOf(owner: string): readonly string[] {
  if (owner === 'updates' || owner === 'deletes') return supported.statementFields[owner];
  if (owner === 'indexes') return supported.indexOptions;
  const own = supported.commands[owner as supported.CommandName] ?? [];
  return list(supported.genericFields, own);
}

/** Whether the embedded store has what is used. */
export function isSupported({ kind, name }: Use): boolean {
  if (kind === 'command') return Object.hasOwn(supported.commands, name);
  if (kind !== 'option') return known[kind].includes(name);
  const [owner = '', option = ''] = name.split('.');
  return optionsOf(owner).includes(option);
}

/** What a command needs that the embedded store does not have, each by its kind and name. */
export function missingNames(command: Document): string[] {
  const missing = usesOf(command).filter((use) => !isSupported(use));
  return [...new Set(missing.map(({ kind, name }) => `${kind} ${name}`))];
}
