import { ActionButton } from '../frame/form.js';
import { Time } from '../frame/format.js';
import type { ListedVersion, Versions } from './answer.js';
import { Reading, Region, useFilled, useReportText } from './parts.js';

function State({ number, versions }: { number: number; versions: Versions }) {
  const t = useReportText();
  const filled = useFilled();
  const withdrawal = versions.withdrawn.get(number);
  if (withdrawal) {
    const time = <Time at={withdrawal.at} />;
    const { reason } = withdrawal;
    return (
      <>
        {reason
          ? filled('report.withdrawn_because', { time, reason: <bdi>{reason}</bdi> })
          : filled('report.withdrawn', { time })}
      </>
    );
  }
  const { current } = versions;
  return (
    <>
      {current === null || number === current
        ? t('report.current')
        : t('report.replaced_by', { number: String(current) })}
    </>
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
  const t = useReportText();
  const Row = ({ version }: { version: ListedVersion }) => {
    const number = version.version_number;
    const changes = versions.changes.get(number);
    return (
      <li>
        <div>
          <h3>
            {t('report.version_number', { number: String(number) })}
            {number === shown && <span class="badge">{t('report.shown')}</span>}
          </h3>
          <p class="soft">
            <Time at={version.generated_at} first /> · <State number={number} versions={versions} />
          </p>
          {changes && (
            <p>
              <Reading {...changes} />
            </p>
          )}
        </div>
        {selectable && number !== shown && (
          <ActionButton do="version" token={token} hidden={{ version: String(number) }}>
            {t('report.show_version', { number: String(number) })}
          </ActionButton>
        )}
      </li>
    );
  };
  return (
    <Region id="versions" heading={t('report.versions')}>
      <ol class="rows">
        {versions.listed.toReversed().map((version) => (
          <Row version={version} />
        ))}
      </ol>
    </Region>
  );
}
