/**
 * Import directions, as the files hold them:
 *
 *   main → serve → app → {graphql/http, rest, pages}    process, composition, faces
 *   rest → graphql/{schema's records, executor}         REST is a view of the graph
 *   {graphql/http, rest, pages} → http → use cases      the edge of every face, which knows none of them
 *   graphql/schema → modules/*.graphql → graphql        types and root fields; the builder and plugins
 *   {graphql, modules/*.graphql} → use cases            with operation, access, context, viewer, services
 *   use cases → {rules, stores} → {aggregate, lib}      the nouns among each other in their order
 *
 * pages use of rest only pydantic/, since a form on a page is refused as a body on REST is.
 */

/** Type definitions and root fields of a noun. */
const graphFiles = '\\.graphql\\.ts$';

/** Handlers of documented paths outside the schema. */
const restFiles = '\\.rest\\.ts$';

/**
 * Modules that others import, in order: each imports only earlier ones. A module that is not listed may import all of
 * them, and none of them imports it. What a module needs of a later one is passed in at start (`wire.ts`).
 */
const modules = [
  'question',
  'catalogue',
  'integrator',
  'payment',
  'idempotency',
  'rate-limit',
  'event',
  'mail',
  'job',
  'evidence',
  'answer',
  'report',
  'site-check',
  'customer',
  'customer-request',
  'invite',
  'delivery',
  'inbox',
  'provider',
  'dispatch',
  'agent',
  'belief',
  'decision',
  'kpi',
  'experiment',
  'ticket',
  'webhook',
  'cadence',
  'transparency',
  'sandbox',
  'notice',
  'erasure',
];

const modulesInOrder = modules.map((module, index) => ({
  name: `${module}-imports-no-later-module`,
  severity: 'error',
  from: { path: `^src/modules/${module}/` },
  to: {
    path: '^src/modules/',
    pathNot: `^src/modules/(${modules.slice(0, index + 1).join('|')})/`,
  },
}));

module.exports = {
  forbidden: [
    ...modulesInOrder,
    {
      name: 'no-circle-types-included',
      severity: 'error',
      from: { path: '^src' },
      to: { circular: true },
    },
    {
      name: 'aggregate-knows-no-noun',
      severity: 'error',
      from: { path: '^src/aggregate/' },
      to: { path: '^src', pathNot: '^src/(aggregate|lib)/' },
    },
    {
      name: 'embedded-has-one-entry',
      severity: 'error',
      from: { path: '^src', pathNot: '^src/embedded' },
      to: { path: '^src/embedded/(?!index\\.ts)' },
    },
    {
      name: 'embedded-stands-alone',
      severity: 'error',
      from: { path: '^src/embedded' },
      to: { path: '^src', pathNot: '^src/(embedded|lib)/' },
    },
    {
      name: 'lib-knows-no-domain',
      severity: 'error',
      from: { path: '^src/lib' },
      to: { path: '^src', pathNot: '^src/(lib/|errors\\.ts)' },
    },
    {
      name: 'src-imports-no-scripts-or-tests',
      severity: 'error',
      from: { path: '^src' },
      to: { path: '^(scripts|test|schema)/' },
    },
    {
      name: 'composition-is-for-the-process',
      severity: 'error',
      from: { path: '^src', pathNot: '^src/(main|serve)\\.ts$' },
      to: { path: '^src/(app|start|serve|main)\\.ts$' },
    },
    {
      name: 'app-mounts-what-is-handed-to-it',
      severity: 'error',
      from: { path: '^src/app\\.ts$' },
      to: { path: '^src/(modules|embedded|aggregate)/', pathNot: restFiles },
    },
    {
      name: 'pages-know-no-other-face',
      severity: 'error',
      from: { path: '^src/pages/' },
      to: { path: `(^src/(graphql|rest)/(?!pydantic/)|${graphFiles})` },
    },
    {
      // A page runs operations and shows what they return.
      name: 'pages-import-no-store',
      severity: 'error',
      from: { path: '^src/pages/' },
      to: { path: '\\.store\\.ts$' },
    },
    {
      // What runs in a browser, and copy; the check of a report needs its types and what is signed.
      name: 'page-clients-and-copy-import-no-module',
      severity: 'error',
      from: {
        path: '^src/pages/(client|messages)/',
        pathNot: '^src/pages/(client/report/(verify|receipt)|messages/report)',
      },
      to: { path: '^src/modules/(?!question/)' },
    },
    {
      name: 'clients-run-in-a-browser',
      severity: 'error',
      from: { path: '^src/pages/client/' },
      to: {
        path: '^src/',
        pathNot:
          '^src/(pages/(client|messages)/|pages/frame/icon-paths|pages/.*text\\.ts$|lib/|modules/(report/(unsigned-members|log-entry)|question/(evaluate|objective)))',
      },
    },
    {
      name: 'rest-knows-the-graph-by-its-records-selections-and-executor',
      severity: 'error',
      from: { path: '^src/rest/' },
      to: {
        path: `(^src/(graphql|pages)/|${graphFiles})`,
        pathNot: '^src/graphql/(operations|compiled)\\.ts$',
      },
    },
    {
      name: 'pydantic-knows-schemas-alone',
      severity: 'error',
      from: { path: '^src/rest/pydantic/' },
      to: { path: '^src', pathNot: '^src/(rest/pydantic|lib)/' },
    },
    {
      name: 'http-knows-no-face',
      severity: 'error',
      from: { path: '^src/http/' },
      to: { path: `(^src/(graphql|rest|pages|embedded)/|${graphFiles})` },
    },
    {
      name: 'graph-knows-no-http',
      severity: 'error',
      from: {
        path: `(^src/graphql/|${graphFiles})`,
        pathNot: '^src/graphql/(http|websocket)\\.ts$',
      },
      to: { path: '^src/(http/|graphql/(http|websocket)\\.ts)' },
    },
    {
      name: 'graph-knows-no-other-face',
      severity: 'error',
      from: { path: `(^src/graphql/|${graphFiles})` },
      to: { path: '^src/(rest|pages)/' },
    },
    {
      name: 'apis-import-no-module',
      severity: 'error',
      from: {
        path: '^src/(graphql/|rest/|(operation|access|viewer|context|services|scopes|limits|wiring)\\.ts$)',
        pathNot: '^src/graphql/schema\\.ts$',
      },
      to: { path: '^src/modules/' },
    },
    {
      name: 'rest-files-are-for-the-app',
      severity: 'error',
      from: { path: '^src', pathNot: '^src/(app|endpoints)\\.ts$' },
      to: { path: restFiles },
    },
    {
      name: 'graph-files-are-for-the-schema',
      severity: 'error',
      from: { path: '^src', pathNot: `(^src/graphql/schema\\.ts$|${graphFiles})` },
      to: { path: graphFiles },
    },
    {
      name: 'schema-is-for-the-app',
      severity: 'error',
      from: { path: '^src', pathNot: '^src/(app|endpoints)\\.ts$' },
      to: { path: '^src/graphql/schema\\.ts$' },
    },
    {
      name: 'use-cases-know-no-face',
      severity: 'error',
      from: { path: '^src/modules/', pathNot: `(${graphFiles}|${restFiles})` },
      to: { path: '^src/(http|graphql|rest|pages)/' },
    },
    {
      name: 'records-know-no-face',
      severity: 'error',
      from: { path: '^src/(operation|access|context|viewer|services|metrics|errors|config)\\.ts$' },
      to: { path: `(^src/(http|graphql|rest|pages|embedded)/|${graphFiles})` },
    },
    {
      name: 'stores-know-no-operation',
      severity: 'error',
      from: { path: '\\.store\\.ts$' },
      to: { path: '^src/(operation|access|context|viewer|services)\\.ts$', reachable: true },
    },
    {
      name: 'stores-are-their-modules-own',
      severity: 'error',
      from: { path: '^src/modules/([^/]+)/' },
      to: { path: '\\.store\\.ts$', pathNot: '^src/modules/$1/' },
    },
    {
      name: 'only-modules-name-stores',
      severity: 'error',
      from: { path: '^src', pathNot: '^src/modules/' },
      to: { path: '\\.store\\.ts$' },
    },
    {
      name: 'modules-are-wired-at-start',
      severity: 'error',
      from: { path: '^src', pathNot: '^src/(start|open-mode|modules)\\.ts$' },
      to: { path: '^src/(modules/[^/]+/wire|modules|open-mode)\\.ts$' },
    },
    {
      name: 'opentelemetry-behind-one-door',
      severity: 'error',
      from: { path: '^src', pathNot: '^src/tracing/otel\\.ts$' },
      to: { path: 'node_modules/@opentelemetry' },
    },
    {
      name: 'tracing-is-loaded-when-asked-for',
      severity: 'error',
      from: { path: '^src' },
      to: { path: '^src/tracing/otel\\.ts$', dynamic: false },
    },
    {
      name: 'mongodb-in-stores-only',
      severity: 'error',
      from: {
        path: '^src/modules',
        pathNot: '(\\.store|server-keys|pilot-key|-files)\\.ts$',
      },
      to: { path: 'node_modules/mongodb', dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.test\\.ts$' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js'],
    },
  },
};
