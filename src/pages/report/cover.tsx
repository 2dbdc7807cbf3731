import { words } from '../words/report.en.js';
import { Head } from './head.js';
import { Frame, Time } from './parts.js';
import type { ShownReport } from './shown.js';

/** What a link opens first: mail scanners open it too, so that it counts nothing. */
export function Cover(shown: ShownReport) {
  const { report, operator, links, ends } = shown;
  const [until, holders] = words.linkEnds;
  return (
    <Frame
      title={report.content.report_title ?? report.content.objective}
      operator={operator}
      cover
    >
      <section class="card">
        <Head {...shown} />
        <p class="hint small soft">{words.readHint}</p>
        <div class="actions">
          <form method="post" action={links.page}>
            <button type="submit" class="button go">
              {words.read}
            </button>
          </form>
          <a class="button half" href={links.pdf}>
            {words.downloadPdf}
          </a>
          <a class="button half" href={links.json} download>
            {words.downloadJson}
          </a>
        </div>
      </section>
      <p class="small soft">
        {until}
        <Time at={ends} />
        {holders}
      </p>
    </Frame>
  );
}
