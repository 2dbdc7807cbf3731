// Runs on /docs, after the bundle of Swagger UI.
/// <reference lib="dom" />

export {};

declare const SwaggerUIBundle: (options: object) => void;

SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  // Would send the OpenAPI document to an external validator.
  validatorUrl: null,
  persistAuthorization: false,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
});
