import { outputIntrospectionFile } from 'gql.tada/internal';
import { type GraphQLSchema, introspectionFromSchema, lexicographicSortSchema } from 'graphql';
import openapiTypes, { astToString } from 'openapi-typescript';
import ts from 'typescript';

/** Returns schema/introspection.d.ts: the GraphQL schema as types, from which gql.tada types the queries of pages. */
export function introspectionTypes(schema: GraphQLSchema): string {
  const introspection = introspectionFromSchema(lexicographicSortSchema(schema), {
    descriptions: false,
  });
  return outputIntrospectionFile(introspection, { fileType: '.d.ts', shouldPreprocess: true });
}

const texts = new Set(['description', 'summary', 'title', 'example']);

/**
 * Returns schema/rest.d.ts: the paths and bodies of the OpenAPI document as types, without its texts. Members with a
 * default are optional in request bodies; a file is a Blob, as in a browser's client.
 */
export async function restTypes(document: object): Promise<string> {
  // A member of a schema can be called `summary` too; its value is an object.
  const bare = JSON.stringify(document, (key, value) =>
    key === 'examples' || (texts.has(key) && typeof value !== 'object') ? undefined : value,
  );
  const file = ts.factory.createTypeReferenceNode('Blob');
  const nodes = await openapiTypes(bare, {
    defaultNonNullable: false,
    transform: (schema) => (schema.format === 'binary' ? file : undefined),
  });
  return astToString(nodes);
}
