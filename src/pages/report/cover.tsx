import { Form } from '../frame/form.js';
import { Time } from '../frame/format.js';
import { messages } from '../messages/report.en.js';
import type { ReportHead, Versions } from './answer.js';
import { Files } from './full.js';
import { Result, Title } from './head.js';
import { VersionList } from './versions.js';

interface CoverProps {
  head: ReportHead;
  versions: Versions;
  /** URLs with the signature of the link. */
  links: { page: string; pdf: string; json: string };
  /** Expiry of the link. */
  ends: Date;
}

/** The first page of a link. It counts no view, because mail scanners open links too. */
export function Cover({ head, versions, links, ends }: CoverProps) {
  const [until, holders] = messages.linkEnds;
  return (
    <div class="report stack">
      <Title head={head} versions={versions} byLink />
      <Result head={head} versions={versions} />
      <p class="soft">{messages.readHint}</p>
      <div class="actions">
        <Form do="read" action={links.page}>
          <button type="submit" class="button go">
            {messages.read}
          </button>
        </Form>
        <Files opened={{ links }} version={head.version_number} />
      </div>
      <VersionList versions={versions} shown={null} selectable={false} />
      <p class="small soft">
        {until}
        <Time at={ends} />
        {holders}
      </p>
    </div>
  );
}
