import type { Child } from 'hono/jsx';

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:42rem;margin:3rem auto;padding:0 1rem;
color:#1a2330;background:#fff}code{background:#f2f4f7;padding:.1em .3em;border-radius:4px}
a{color:#0b5cad}h1{font-size:1.5rem}`;

/** A plain page of text. */
export function Page({ title, children }: { title: string; children?: Child }) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <style>{style}</style>
      </head>
      <body>
        <main>{children}</main>
      </body>
    </html>
  );
}
