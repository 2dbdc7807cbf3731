import type { Document } from 'mongodb';
/** True for a plain document, false for BSON types such as ObjectId. */
export function isDocument(value: unknown): value is Document {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}

/** Returns the collection of a command; null for a command on a database. */
function collectionOf(command: Document): string | null {
  const [name = ''] = Object.keys(command);
  const value = command[name === 'getMore' ? 'collection' : name];
  return typeof value === 'string' ? value : null;
}

/** The part of a command that the server's planner sees. */
export interface Search {
  collection: string;
  filter: Document;
  sort: Document;
  /** 0 means no limit. */
  limit: number;
  /** The hinted index. */
  hint?: Document | string;
}

/** Converts a sort to an object; the driver sends its order as a Map. */
const sortOf = (sort: Document | Map<string, unknown>): Document =>
  sort instanceof Map ? Object.fromEntries(sort) : sort;

const listOf = (value: unknown): Document[] => (Array.isArray(value) ? value : []);

/** Returns the search for the leading stages of a pipeline, those before any computation. */
function searchOfPipeline(pipeline: Document[]): Omit<Search, 'collection'> {
  const search = { filter: {}, sort: {}, limit: 0 };
  for (const stage of pipeline) {
    if ('$match' in stage && pipeline[0] === stage) search.filter = stage['$match'];
    else if ('$sort' in stage) search.sort = stage['$sort'];
    else if ('$limit' in stage) search.limit = stage['$limit'];
    else if (!('$skip' in stage)) break;
  }
  return search;
}

/** Returns the searches of a command; empty for a command that does not search. */
export function searchesOf(command: Document): Search[] {
  const collection = collectionOf(command);
  if (collection === null) return [];
  const { filter = {}, query = {}, limit = 0 } = command;
  const sort = sortOf(command['sort'] ?? {});
  const hint = command['hint'] && { hint: command['hint'] };
  switch (Object.keys(command)[0]) {
    case 'find':
      return [{ collection, filter, sort, limit, ...hint }];
    case 'count':
    case 'distinct':
      return [{ collection, filter: query, sort: {}, limit }];
    case 'findAndModify':
      return [{ collection, filter: query, sort, limit: 1 }];
    case 'aggregate':
      return [{ collection, ...searchOfPipeline(listOf(command['pipeline'])) }];
    case 'update':
      return listOf(command['updates']).map(({ q, multi }) => ({
        collection,
        filter: q,
        sort: {},
        limit: multi ? 0 : 1,
      }));
    case 'delete':
      return listOf(command['deletes']).map(({ q, limit }) => ({
        collection,
        filter: q,
        sort: {},
        limit,
      }));
    default:
      return [];
  }
}

/** Returns a filter or sort without values, except those that affect the choice of plans. */
function shape(value: unknown): string {
  if (Array.isArray(value)) {
    const shapes = [...new Set(value.map(shape))];
    return `[${[...shapes, ...(shapes.length < value.length ? ['…'] : [])].join(', ')}]`;
  }
  if (value === null || typeof value === 'boolean') return String(value);
  if (!isDocument(value)) return '?';
  const fields = Object.entries(value).map(([name, inner]) => `${name}: ${shape(inner)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

/** Returns a search without its values, such as `jobs { status: ? } sort { createdAt: -1 }`. */
export function shapeOf({ collection, filter, sort }: Search): string {
  const order = Object.entries(sort).map(([name, direction]) => `${name}: ${direction}`);
  const suffix = order.length > 0 ? ` sort { ${order.join(', ')} }` : '';
  return `${collection} ${shape(filter)}${suffix}`;
}
