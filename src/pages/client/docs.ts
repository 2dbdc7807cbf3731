// Runs on /docs, after the bundle of Swagger UI.
/// <reference lib="dom" />

export {};

declare const SwaggerUIBundle: (options: object) => void;

/**
 * Shows the description. It is read here: what Swagger UI reads by itself it takes for YAML, which is slow,
 * and four operations are missing then.
 */
async function show(): Promise<void> {
  const spec = await (await fetch('/openapi.json')).json();
  SwaggerUIBundle({
    spec,
    dom_id: '#docs',
    deepLinking: true,
    // Would send the description to a validator on the internet.
    validatorUrl: null,
    persistAuthorization: false,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
  });
}

void show();
