// Runs on /docs, after the bundle of Swagger UI.
/// <reference lib="dom" />

export {};

/** Swagger UI has a dark theme, which this class of the root turns on. */
const dark = matchMedia('(prefers-color-scheme: dark)');
const followScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', followScheme);
followScheme();

declare const SwaggerUIBundle: (options: object) => void;

SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  filter: true,
  // Would send the OpenAPI document to an external validator.
  validatorUrl: null,
  persistAuthorization: false,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
});
