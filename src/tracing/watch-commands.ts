import type { MongoClient } from 'mongodb';
import type { Tracing, WorkSpan } from './tracing.js';

/** Returns a command's collection, which some commands do not name under their own name. */
const collectionOf = (name: string, command: Record<string, unknown>): string | null => {
  const collection = name === 'getMore' ? command['collection'] : command[name];
  return typeof collection === 'string' ? collection : null;
};

/**
 * Records each database command that runs for a request, by name and collection only. The client must be created with
 * `monitorCommands`.
 */
export function watchCommands(client: MongoClient, tracing: Tracing): void {
  const underWay = new Map<number, WorkSpan>();
  const finish = (requestId: number, failure?: string) => {
    const span = underWay.get(requestId);
    underWay.delete(requestId);
    if (failure !== undefined) span?.fail(failure);
    span?.end();
  };

  client.on('commandStarted', ({ requestId, commandName, command, databaseName }) => {
    const collection = collectionOf(commandName, command);
    const span = tracing.begin(collection ? `${commandName} ${collection}` : commandName, {
      kind: 'client',
      attributes: {
        'db.system.name': 'mongodb',
        'db.operation.name': commandName,
        'db.namespace': databaseName,
        ...(collection && { 'db.collection.name': collection }),
      },
    });
    if (span) underWay.set(requestId, span);
  });
  client.on('commandSucceeded', ({ requestId }) => finish(requestId));
  client.on('commandFailed', ({ requestId, failure }) => {
    finish(requestId, String((failure as { code?: unknown }).code ?? failure.name));
  });
}
