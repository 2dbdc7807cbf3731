import { ActionButton } from '../frame/form.js';
import { Time } from '../frame/format.js';
import { messages } from '../messages/report.en.js';
import type { ListedVersion, Versions } from './answer.js';
import { Region } from './parts.js';

function State({ number, versions }: { number: number; versions: Versions }) {
  const withdrawal = versions.withdrawn.get(number);
  if (withdrawal) {
    return (
      <>
        {messages.withdrawn} <Time at={withdrawal.at} />
        {withdrawal.reason && `: ${withdrawal.reason}`}
      </>
    );
  }
  const { current } = versions;
  return (
    <>{current === null || number === current ? messages.current : messages.replacedBy(current)}</>
  );
}

interface Props {
  versions: Versions;
  /** Number of the shown version; null for none. */
  shown: number | null;
  /** Access code of the reader. */
  token?: string | undefined;
  /** True if the reader can read the other versions. */
  selectable: boolean;
}

export function VersionList({ versions, shown, token, selectable }: Props) {
  const Row = ({ version }: { version: ListedVersion }) => {
    const number = version.version_number;
    return (
      <li>
        <div>
          <h3>
            {messages.versionNumber(number)}
            {number === shown && <span class="badge">{messages.shown}</span>}
          </h3>
          <p class="soft">
            <Time at={version.generated_at} first /> · <State number={number} versions={versions} />
          </p>
          {version.change_summary_text && <p>{version.change_summary_text}</p>}
        </div>
        {selectable && number !== shown && (
          <ActionButton do="version" token={token} hidden={{ version: String(number) }}>
            {messages.showVersion(number)}
          </ActionButton>
        )}
      </li>
    );
  };
  return (
    <Region id="versions" heading={messages.versions}>
      <ol class="rows">
        {versions.listed.toReversed().map((version) => (
          <Row version={version} />
        ))}
      </ol>
    </Region>
  );
}
