import type { Child } from 'hono/jsx';

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:42rem;margin:3rem auto;padding:0 1rem;
color:#1a2330;background:#fff}code{background:#f2f4f7;padding:.1em .3em;border-radius:4px}
a{color:#0b5cad}h1{font-size:1.5rem}
label{display:block;margin-bottom:1rem}input{display:block;width:100%;box-sizing:border-box;font:inherit;padding:.6rem;
border:1px solid #728191;border-radius:8px}button{font:inherit;font-weight:600;min-height:44px;padding:.5rem 1rem;
border:0;border-radius:8px;color:#fff;background:#0a56a6;cursor:pointer}[role=alert]{color:#a81e17}
:focus-visible{outline:3px solid #0a56a6;outline-offset:2px}`;

/**
 * A plain page of text.
 * @param props.script address of a module that the page runs
 */
export function Page(props: { title: string; script?: string; children?: Child }) {
  const { title, script, children } = props;
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <style>{style}</style>
        {script && <script type="module" src={script} />}
      </head>
      <body>
        <main>{children}</main>
      </body>
    </html>
  );
}
