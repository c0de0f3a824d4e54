import { PageSection } from '../../../../ui/admin/section.tsx';
import { formatDateTime } from '../../../../ui/format.ts';
import type { RuleSetVersion } from '../../../risk/views.ts';
import { Differences, Limits, RuleTable } from './rule-table.tsx';
import { getDifferences } from './rule-text.ts';

/** Names who proposed and approved a version. */
export const ruleSetPeople = ({ proposedBy, approvedBy }: RuleSetVersion): string =>
  proposedBy === null ? 'installed with the product' : `proposed by ${proposedBy}, approved by ${approvedBy}`;

function Version({ version, older }: { version: RuleSetVersion; older: RuleSetVersion | undefined }) {
  return (
    <li>
      <details>
        <summary className="num">
          <b>Version {version.version}</b>, {version.title}{' '}
          <span className="ink-2">
            {formatDateTime(version.validFrom, { year: true })}, {ruleSetPeople(version)}
          </span>
        </summary>
        {older ? (
          <Differences
            differences={getDifferences(older.ruleSet, version.ruleSet)}
            before={`Version ${older.version}`}
            after={`Version ${version.version}`}
          />
        ) : (
          <>
            <RuleTable ruleSet={version.ruleSet} />
            <Limits ruleSet={version.ruleSet} />
          </>
        )}
      </details>
    </li>
  );
}

export const RuleHistory = ({ sets }: { sets: readonly RuleSetVersion[] }) => (
  <PageSection id="rule-history" title="History">
    <ol className="versions">
      {sets.map((version, index) => (
        <Version key={version.id} version={version} older={sets[index + 1]} />
      ))}
    </ol>
  </PageSection>
);
