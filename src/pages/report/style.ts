import { createHash } from 'node:crypto';

/** Style of the pages of a report; colours, type and space are those of all pages. */
export const style = `
:root{color-scheme:light dark;--page:#fff;--raised:#f3f5f7;--ink:#12202e;--soft:#475564;--edge:#728191;--hair:#d6dde4;--go:#0a56a6;--on-go:#fff;--good:#0a6237;--good-g:#e3f4ea;--warn:#734600;--warn-g:#fff1cf;--bad:#a81e17;--bad-g:#fdeae8}
@media (prefers-color-scheme:dark){:root{--page:#0e151c;--raised:#17212b;--ink:#eef3f7;--soft:#b3c0cc;--edge:#7a8a9a;--hair:#2b3947;--go:#86bdff;--on-go:#06131f;--good:#79d8a3;--good-g:#0f2a1c;--warn:#f4c95d;--warn-g:#322608;--bad:#ff9f96;--bad-g:#3b1513}}
*{box-sizing:border-box}
body{margin:0;background:var(--raised);color:var(--ink);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere;-webkit-text-size-adjust:100%}
.skip{position:absolute;inset-inline-start:-100vw}.skip:focus{inset-inline-start:1rem;inset-block-start:1rem;background:var(--page);padding:.75rem 1rem;z-index:1}
header,footer{max-width:68rem;margin-inline:auto;padding:1rem;color:var(--soft);font-size:.875rem}
header{font-weight:600;display:flex;gap:.5rem;align-items:center}
main{max-width:68rem;margin-inline:auto;padding:0 1rem 1rem;display:grid;gap:1rem}
.cover main,.cover header,.cover footer{max-width:44rem}
.card{background:var(--page);border:1px solid var(--hair);border-radius:12px;padding:1.25rem}
@media (min-width:48rem){.card{padding:1.75rem 2rem}main{gap:1.5rem}}
h1{font-size:1.75rem;line-height:1.25;margin:0 0 .25rem;letter-spacing:-.01em}
h2{font-size:1.375rem;line-height:1.25;margin:0 0 1rem}
h3{font-size:1.125rem;line-height:1.25;margin:0}
p{margin:.5rem 0;max-width:66ch}
.lead{font-size:1.125rem;margin:.25rem 0 0}
.soft{color:var(--soft)}.small{font-size:.875rem}
a{color:var(--go)}
.mono{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.875rem}
.badge{display:inline-flex;align-items:center;gap:.4rem;border-radius:999px;padding:.25rem .8rem .25rem .6rem;font-weight:600;font-size:.9375rem;background:var(--raised);color:var(--soft)}
.badge svg{flex:none}
.good{background:var(--good-g);color:var(--good)}.warn{background:var(--warn-g);color:var(--warn)}.bad{background:var(--bad-g);color:var(--bad)}
.notice{border-radius:8px;margin-block-end:1.25rem;padding:.85rem 1rem;display:flex;gap:.6rem;align-items:flex-start}.notice svg{flex:none;margin-block-start:.2rem}.notice p{margin:0}.notice p+p{margin-block-start:.25rem}
.verdict{margin-block:1rem .5rem}
dl{display:grid;grid-template-columns:fit-content(45%) 1fr;margin:1.25rem 0 0;border-top:1px solid var(--hair)}
dl>*{padding-block:.6rem;border-bottom:1px solid var(--hair)}
dl.wide{grid-template-columns:auto}dl.wide dt{border-bottom:0;padding-block-end:0}dl.wide dd{padding-block-start:.1rem}
dt{color:var(--soft);padding-inline-end:1.25rem;overflow-wrap:normal}dd{margin:0}
.actions{display:flex;flex-wrap:wrap;gap:.75rem;margin-block-start:1.5rem}
.hint{margin-block-start:1.25rem}.hint+.actions{margin-block-start:1rem}
.actions form{display:contents}
.button{font:inherit;font-weight:600;min-height:2.75rem;padding:.6rem 1.15rem;border-radius:8px;border:1px solid var(--edge);background:transparent;color:var(--ink);text-decoration:none;cursor:pointer;text-align:center;display:inline-flex;align-items:center;justify-content:center;gap:.5rem}
.button.go{background:var(--go);border-color:var(--go);color:var(--on-go)}
.button:hover{text-decoration:underline}
@media (max-width:30rem){.actions .button{flex:1 1 100%}.actions .button.half{flex:1 1 40%;padding-inline:.5rem}}
:focus-visible{outline:3px solid var(--go);outline-offset:2px}
ul,ol{margin:0;padding:0;list-style:none}
.steps li{display:grid;grid-template-columns:1fr auto;gap:.25rem 1rem;padding:.75rem 0;border-top:1px solid var(--hair)}.steps li:first-child{border-top:0;padding-top:0}.steps li:last-child{padding-bottom:0}.steps p{grid-column:1/-1;margin:0}.steps .badge{align-self:start}
.head{display:grid;gap:1.5rem 2.5rem}
@media (min-width:48rem){.head{grid-template-columns:minmax(0,1fr) 19rem}}
.plan svg{width:100%;max-width:22rem;height:auto;display:block;border:1px solid var(--hair);border-radius:8px;background:var(--raised)}
.plan text{fill:var(--ink);font:600 10px system-ui,sans-serif}
.photos{display:grid;gap:1.5rem;grid-template-columns:repeat(auto-fill,minmax(min(100%,18rem),1fr))}
.photos figure{margin:0;display:grid;gap:.75rem;align-content:start}
.frame{display:block;aspect-ratio:4/3;border-radius:8px;overflow:hidden;background:var(--raised);border:1px solid var(--hair)}
.frame img{width:100%;height:100%;object-fit:cover;display:block}
.frame.file{display:grid;place-items:center;padding:1rem;text-align:center;font-weight:600}
.photos dl{margin:0;font-size:.875rem;grid-template-columns:max-content 1fr}.photos dl>*{padding-block:.35rem}.photos dl>:nth-last-child(-n+2){border-bottom:0}
.title{display:grid;justify-items:start;gap:.4rem}
.title .badge{font-size:.8125rem;padding-block:.1rem}
table{width:100%;border-collapse:collapse;font-size:.875rem}
caption{text-align:start;font-weight:600;font-size:1rem;padding-block:0 .35rem}
th,td{text-align:start;padding:.45rem .75rem .45rem 0;border-top:1px solid var(--hair);vertical-align:top}
thead th{color:var(--soft);font-weight:500;border-top:0}tbody th{font-weight:500}
td.r{white-space:nowrap}td.r span{display:inline-flex;gap:.35rem;align-items:center}
.tables{display:grid;gap:2rem}
.c-pass{color:var(--good)}.c-warn{color:var(--warn)}.c-fail{color:var(--bad)}.c-not_run{color:var(--soft)}
@media (max-width:44rem){thead{display:none}tbody tr{display:grid;grid-template-columns:1fr auto;border-top:1px solid var(--hair);padding:.5rem 0}tbody th,td{border:0;padding:.1rem 0}td[data-label]{grid-column:1/-1;color:var(--soft)}td[data-label]::before{content:attr(data-label) ": "}td:empty{display:none}}
.limits li{padding-inline-start:1.25rem;position:relative;max-width:66ch;margin-block:.6rem}.limits li::before{content:"";position:absolute;inset-inline-start:0;inset-block-start:.65em;width:.4rem;height:.4rem;border-radius:50%;background:var(--edge)}
.list li{padding:.75rem 0;border-top:1px solid var(--hair)}.list li:first-child{border-top:0;padding-top:0}.list p{margin:.25rem 0 0}
@media print{body,.card{background:#fff;color:#000;border:0;padding:0}:root{color-scheme:light;--page:#fff;--raised:#fff;--ink:#000;--soft:#333;--hair:#bbb;--go:#000;--good:#000;--warn:#000;--bad:#000;--good-g:#fff;--warn-g:#fff;--bad-g:#fff}.actions,.skip{display:none}figure,tr,li,.plan{break-inside:avoid}main,header,footer{max-width:none;padding-inline:0}}
`;

const hash = createHash('sha256').update(style).digest('base64');

/** The policy of these pages: no script, this style, pictures and forms of this service alone. */
export const contentPolicy = `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;
