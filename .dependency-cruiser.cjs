/**
 * Import directions: main → app → {graphql, rest, pages} → modules/*.graphql → use case →
 * {rules, policy, store} → aggregate → lib.
 */

/** Each noun imports only those before it; what it needs of a later one is handed in at start. */
const nouns = [
  'catalogue',
  'integrator',
  'payment',
  'idempotency',
  'rate-limit',
  'event',
  'job',
  'evidence',
  'report',
  'site-check',
];

const nounsInOrder = nouns.slice(0, -1).map((noun, index) => ({
  name: `${noun}-imports-no-later-noun`,
  severity: 'error',
  from: { path: `^src/modules/${noun}/` },
  to: { path: `^src/modules/(${nouns.slice(index + 1).join('|')})/` },
}));

module.exports = {
  forbidden: [
    ...nounsInOrder,
    {
      name: 'nouns-stand-in-the-order',
      severity: 'error',
      from: { path: '^src' },
      to: { path: '^src/modules/', pathNot: `^src/modules/(${nouns.join('|')})/` },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: { path: '^src', pathNot: '^src/rest/' },
      to: { circular: true },
    },
    {
      name: 'no-cycles-that-run',
      severity: 'error',
      from: { path: '^src/rest/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
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
      name: 'app-is-for-main',
      severity: 'error',
      from: { path: '^src', pathNot: '^src/(main|serve)\\.ts$' },
      to: { path: '^src/(app|serve|main)\\.ts$' },
    },
    {
      name: 'use-cases-know-no-face',
      severity: 'error',
      from: { path: '^src/modules', pathNot: '\\.graphql\\.ts$' },
      to: { path: '^src/(graphql|rest|pages)/' },
    },
    {
      name: 'graph-knows-no-rest',
      severity: 'error',
      from: { path: '(^src/graphql/|\\.graphql\\.ts$)' },
      to: { path: '^src/(rest|pages)/' },
    },
    {
      name: 'stores-are-their-modules-own',
      severity: 'error',
      from: { path: '^src/modules/([^/]+)/' },
      to: { path: '\\.store\\.ts$', pathNot: '^src/modules/$1/' },
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
