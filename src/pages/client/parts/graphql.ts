import { print } from '@0no-co/graphql.web';
import { initGraphQLTada, type ResultOf, type TadaDocumentNode, type VariablesOf } from 'gql.tada';
import type { introspection } from '../../../../schema/introspection.js';

export type { ResultOf, VariablesOf };
export { print };

/** Creates a query, with the types of its variables and its data from schema/introspection.d.ts. */
export const graphql = initGraphQLTada<{
  disableMasking: true;
  introspection: introspection;
  scalars: {
    DateTime: string;
    JSON: unknown;
    JSONObject: Record<string, unknown>;
    LocalDate: string;
    SafeInt: number;
    UUID: string;
  };
}>();

export type TypedQuery<Data, Variables> = TadaDocumentNode<Data, Variables>;
