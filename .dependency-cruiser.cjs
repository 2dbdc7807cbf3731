/**
 * Allowed import directions:
 *
 *   main → serve → app → {graphql/http, rest, pages}    process, composition, APIs and pages
 *   rest → graphql/{operations, executor}               REST runs operations and GraphQL queries
 *   {graphql/http, rest, pages} → http → use cases      HTTP code that the APIs and pages share
 *   graphql/schema → modules/*.graphql → graphql        types and root fields; the builder and plugins
 *   {graphql, modules/*.graphql} → use cases            with operation, access, context, viewer, services
 *   use cases → {rules, stores} → {aggregate, lib}      modules import each other in the order below
 *
 * Of rest, pages import only pydantic/: forms on pages and bodies on REST have the same validation errors.
 */

/** Type definitions and root fields of a module. */
const graphFiles = '\\.graphql\\.ts$';

/** Handlers of documented REST paths outside the GraphQL schema. */
const restFiles = '\\.rest\\.ts$';

/**
 * Modules in import order: each imports only earlier ones. A module that is not listed can import all of them, and none
 * of them can import it. Functions of later modules are passed in at start (`wire.ts`).
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
  'job-schedule',
  'evidence',
  'answer',
  'report',
  'site-check',
  'customer',
  'customer-request',
  'share-link',
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
  'push',
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
      name: 'no-circular-imports-including-types',
      severity: 'error',
      from: { path: '^src' },
      to: { circular: true },
    },
    {
      name: 'aggregate-imports-no-module',
      severity: 'error',
      from: { path: '^src/aggregate/' },
      to: { path: '^src', pathNot: '^src/(aggregate|lib)/' },
    },
    {
      name: 'embedded-has-one-entry-point',
      severity: 'error',
      from: { path: '^src', pathNot: '^src/embedded' },
      to: { path: '^src/embedded/(?!index\\.ts)' },
    },
    {
      name: 'embedded-imports-only-lib',
      severity: 'error',
      from: { path: '^src/embedded' },
      to: { path: '^src', pathNot: '^src/(embedded|lib)/' },
    },
    {
      name: 'lib-imports-no-module',
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
      name: 'only-main-and-serve-import-the-composition',
      severity: 'error',
      from: { path: '^src', pathNot: '^src/(main|serve)\\.ts$' },
      to: { path: '^src/(app|start|serve|main)\\.ts$' },
    },
    {
      name: 'app-imports-only-rest-files-of-modules',
      severity: 'error',
      from: { path: '^src/app\\.ts$' },
      to: { path: '^src/(modules|embedded|aggregate)/', pathNot: restFiles },
    },
    {
      name: 'pages-import-no-api',
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
      // Browser code and page messages import only rules that are pure. Report verification also needs the types and the
      // signed members of a report.
      name: 'page-clients-and-messages-import-no-module',
      severity: 'error',
      from: {
        path: '^src/pages/(client|messages)/',
        pathNot: '^src/pages/client/report/(verify|receipt)',
      },
      to: {
        path: '^src/modules/(?!question/|job/(review-decisions|job-status|job-transitions|objection)\\.ts$|report/value-text\\.ts$)',
      },
    },
    {
      name: 'page-clients-import-no-server-code',
      severity: 'error',
      from: { path: '^src/pages/client/' },
      to: {
        path: '^src/',
        pathNot:
          '^src/(pages/(client|messages)/|pages/frame/icon-paths|pages/.*text\\.ts$|lib/|messages/|modules/(job/(review-decisions|job-status|job-transitions|objection)|report/(unsigned-members|log-entry|value-text)|question/(evaluate|objective)))',
      },
    },
    {
      name: 'rest-imports-only-operations-and-executor-of-graphql',
      severity: 'error',
      from: { path: '^src/rest/' },
      to: {
        path: `(^src/(graphql|pages)/|${graphFiles})`,
        pathNot: '^src/graphql/(operations|compiled)\\.ts$',
      },
    },
    {
      name: 'pydantic-imports-only-lib',
      severity: 'error',
      from: { path: '^src/rest/pydantic/' },
      to: { path: '^src', pathNot: '^src/(rest/pydantic|lib)/' },
    },
    {
      name: 'http-imports-no-api',
      severity: 'error',
      from: { path: '^src/http/' },
      to: { path: `(^src/(graphql|rest|pages|embedded)/|${graphFiles})` },
    },
    {
      name: 'graphql-imports-no-http',
      severity: 'error',
      from: {
        path: `(^src/graphql/|${graphFiles})`,
        pathNot: '^src/graphql/(http|websocket)\\.ts$',
      },
      to: { path: '^src/(http/|graphql/(http|websocket)\\.ts)' },
    },
    {
      name: 'graphql-imports-no-rest-or-pages',
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
      name: 'only-the-app-imports-rest-files',
      severity: 'error',
      from: { path: '^src', pathNot: '^src/(app|endpoints)\\.ts$' },
      to: { path: restFiles },
    },
    {
      name: 'only-the-schema-imports-graphql-files',
      severity: 'error',
      from: { path: '^src', pathNot: `(^src/graphql/schema\\.ts$|${graphFiles})` },
      to: { path: graphFiles },
    },
    {
      name: 'only-the-app-imports-the-schema',
      severity: 'error',
      from: { path: '^src', pathNot: '^src/(app|endpoints)\\.ts$' },
      to: { path: '^src/graphql/schema\\.ts$' },
    },
    {
      name: 'use-cases-import-no-api',
      severity: 'error',
      from: { path: '^src/modules/', pathNot: `(${graphFiles}|${restFiles})` },
      // A batch validates its items as REST validates a body.
      to: { path: '^src/(http|graphql|rest|pages)/', pathNot: '^src/rest/pydantic/' },
    },
    {
      name: 'shared-types-import-no-api',
      severity: 'error',
      from: { path: '^src/(operation|access|context|viewer|services|metrics|errors|config)\\.ts$' },
      to: { path: `(^src/(http|graphql|rest|pages|embedded)/|${graphFiles})` },
    },
    {
      name: 'stores-import-no-operation',
      severity: 'error',
      from: { path: '\\.store\\.ts$' },
      to: { path: '^src/(operation|access|context|viewer|services)\\.ts$', reachable: true },
    },
    {
      name: 'stores-are-private-to-their-module',
      severity: 'error',
      from: { path: '^src/modules/([^/]+)/' },
      to: { path: '\\.store\\.ts$', pathNot: '^src/modules/$1/' },
    },
    {
      name: 'only-modules-import-stores',
      severity: 'error',
      from: { path: '^src', pathNot: '^src/modules/' },
      to: { path: '\\.store\\.ts$' },
    },
    {
      name: 'only-start-imports-module-wiring',
      severity: 'error',
      from: { path: '^src', pathNot: '^src/(start|open-mode|modules)\\.ts$' },
      to: { path: '^src/(modules/[^/]+/wire|modules|open-mode)\\.ts$' },
    },
    {
      name: 'only-tracing-imports-opentelemetry',
      severity: 'error',
      from: { path: '^src', pathNot: '^src/tracing/otel\\.ts$' },
      to: { path: 'node_modules/@opentelemetry' },
    },
    {
      name: 'tracing-is-imported-dynamically',
      severity: 'error',
      from: { path: '^src' },
      to: { path: '^src/tracing/otel\\.ts$', dynamic: false },
    },
    {
      name: 'only-stores-import-mongodb',
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
