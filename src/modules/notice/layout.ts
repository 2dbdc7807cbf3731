import { directionOf } from '../../messages/language.js';
import type { MailContent } from '../mail/send-mail.js';
import type { Letter } from './letter.js';
import type { Writer } from './writer.js';

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? '');

/** Inline colours: not every client supports style sheets. */
const light = {
  page: '#f3f5f7',
  card: '#ffffff',
  ink: '#12202e',
  soft: '#475564',
  hair: '#d6dde4',
  go: '#0a56a6',
  onGo: '#ffffff',
};
const font = "-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";

/** For clients that support it: a dark scheme, and a narrow window. */
const styleSheet = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) {
  .frame { padding: 12px 8px !important; }
  .side { padding-left: 20px !important; padding-right: 20px !important; }
  .label, .value { display: block !important; width: auto !important; }
  .label { padding-bottom: 0 !important; }
  .value { border-top: 0 !important; padding-top: 2px !important; }
  .button { width: 100% !important; }
  .button a { display: block !important; text-align: center !important; }
}
@media (prefers-color-scheme: dark) {
  .page { background: #0e151c !important; }
  .card { background: #17212b !important; border-color: #86bdff #2b3947 #2b3947 !important; }
  .ink { color: #eef3f7 !important; }
  .soft { color: #b3c0cc !important; }
  .hair { border-color: #2b3947 !important; }
  .go { background: #86bdff !important; }
  .go a { color: #06131f !important; }
}`;

const paragraph = (text: string, style: string, kind: 'ink' | 'soft' = 'ink'): string =>
  `<p class="${kind}" style="margin:0 0 16px;${style};color:${light[kind]}">${escaped(text)}</p>`;

const body = 'font-size:16px;line-height:24px';
const small = 'font-size:14px;line-height:21px';
const side = 'class="side" style="padding:0 32px;overflow-wrap:anywhere;word-break:break-word"';

/** The side on which lines start; mail clients know no logical values. */
const startOf = ({ language }: Writer): 'left' | 'right' =>
  directionOf(language) === 'rtl' ? 'right' : 'left';

function factsOf({ facts = [] }: Letter, writer: Writer): string {
  if (facts.length === 0) return '';
  const cell = `border-top:1px solid ${light.hair};padding:10px 0;vertical-align:top;text-align:${startOf(writer)};${small}`;
  const rows = facts.map(
    ({ label, value }) =>
      `<tr><th scope="row" class="label soft hair" width="132" style="width:132px;font-weight:400;color:${light.soft};${cell}">${escaped(label)}</th>` +
      `<td class="value ink hair" dir="auto" style="color:${light.ink};${cell}">${escaped(value)}</td></tr>`,
  );
  return `<table width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse;margin:4px 0 20px">${rows.join('')}</table>`;
}

function actionOf({ action }: Letter): string {
  if (!action) return '';
  const link = `display:inline-block;padding:14px 28px;font-size:16px;line-height:20px;font-weight:600;color:${light.onGo};text-decoration:none;border-radius:8px`;
  return `<table role="presentation" class="button" cellpadding="0" cellspacing="0" style="margin:8px 0 24px"><tr><td class="go" bgcolor="${light.go}" style="border-radius:8px;background:${light.go}"><a href="${escaped(action.url)}" style="${link}">${escaped(action.label)}</a></td></tr></table>`;
}

/** The parts of a mail around its letter. */
export interface Frame {
  writer: Writer;
  /** Address of the sender, to which the reader can write if the letter has no action. */
  from: string;
  /** Address of the unsubscribe page of an optional mail. */
  unsubscribeUrl?: string | undefined;
}

function htmlOf(letter: Letter, { writer, unsubscribeUrl }: Frame): string {
  const { subject, heading, paragraphs, notes = [], reason } = letter;
  const { language, operator, t } = writer;
  const dir = directionOf(language);
  // Some mail clients drop the attributes of `html`.
  const marked = `lang="${language}" dir="${dir}"`;
  return `<!doctype html>
<html ${marked}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>${styleSheet}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:${light.page};font-family:${font};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden">${escaped(paragraphs[0] ?? '')}</div>
<table role="presentation" class="page" ${marked} width="100%" cellpadding="0" cellspacing="0" style="background:${light.page}"><tr><td class="frame" align="center" style="padding:32px 16px">
<!--[if mso]><table role="presentation" width="568" cellpadding="0" cellspacing="0"><tr><td><![endif]-->
<table role="presentation" class="card" dir="${dir}" width="100%" cellpadding="0" cellspacing="0" style="max-width:568px;border-collapse:separate;border-radius:12px;border:1px solid ${light.hair};border-top:4px solid ${light.go};background:${light.card};text-align:${startOf(writer)}">
<tr><td ${side}><p class="soft" style="margin:24px 0 12px;${small};font-weight:600;color:${light.soft}">${escaped(operator)}</p>
<h1 class="ink" style="margin:0 0 16px;font-size:24px;line-height:30px;font-weight:700;color:${light.ink}">${escaped(heading)}</h1>
${paragraphs.map((text) => paragraph(text, body)).join('\n')}
${factsOf(letter, writer)}${actionOf(letter)}
${notes.map((text) => paragraph(text, small, 'soft')).join('\n')}</td></tr>
<tr><td ${side}><p class="soft hair" style="margin:8px 0 24px;padding-top:16px;border-top:1px solid ${light.hair};font-size:13px;line-height:19px;color:${light.soft}">${escaped(reason)}${unsubscribeUrl ? `<br><a class="soft" href="${escaped(unsubscribeUrl)}" style="color:${light.soft}">${escaped(t('mail.unsubscribe'))}</a>` : ''}</p></td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`;
}

function textOf(letter: Letter, { writer, unsubscribeUrl }: Frame): string {
  const { heading, paragraphs, facts = [], action, notes = [], reason } = letter;
  const { operator, t } = writer;
  const fact = (label: string, value: string) => t('mail.fact', { label, value });
  const blocks = [
    heading,
    ...paragraphs,
    facts.map(({ label, value }) => fact(label, value)).join('\n'),
    action ? t('mail.action', { ...action }) : '',
    ...notes,
    `-- \n${operator}\n${reason}${unsubscribeUrl ? `\n${fact(t('mail.unsubscribe'), unsubscribeUrl)}` : ''}`,
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

/** Renders a letter as a mail, with the same content in text and HTML. */
export function renderLetter(letter: Letter, frame: Frame): MailContent {
  const { from, unsubscribeUrl, writer } = frame;
  const url = `mailto:${from}?subject=${encodeURIComponent(letter.subject)}`;
  const data = { ...letter, action: letter.action ?? { label: writer.t('mail.ask'), url } };
  return {
    subject: letter.subject,
    text: textOf(data, frame),
    html: htmlOf(data, frame),
    language: writer.language,
    ...(unsubscribeUrl !== undefined && { unsubscribeUrl }),
  };
}
