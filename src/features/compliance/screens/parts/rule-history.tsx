import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../../ui/client.ts';
import { Part } from '../../../../ui/desk/part.tsx';
import { FailedState } from '../../../../ui/failed-state.tsx';
import { momentText } from '../../../../ui/format.ts';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import type { RuleSetLine } from '../../../risk/views.ts';
import { Differences, Limits, RuleTable } from './rule-table.tsx';
import { differencesOf } from './rule-words.ts';

/** Who asked for it and who approved; the first set came with the product. */
export const ruleSetPeople = ({ proposedBy, approvedBy }: RuleSetLine): string =>
  proposedBy === null ? 'came with the product' : `proposed by ${proposedBy}, approved by ${approvedBy ?? 'nobody'}`;

type VersionProps = { line: RuleSetLine; older: RuleSetLine | undefined };

/** One version, read when it is opened: what it changed, and the whole of it. */
function Version({ line, older }: VersionProps) {
  const own = useQuery(api.risk.ruleSet.queryOptions({ input: { id: line.id } }));
  const before = useQuery(api.risk.ruleSet.queryOptions({ input: { id: older?.id ?? line.id } }));
  const error = own.error ?? before.error;
  if (error)
    return (
      <FailedState
        text="The rule set could not be read."
        error={error}
        onRetry={() => void Promise.all([own.refetch(), before.refetch()])}
      />
    );
  if (!own.data || !before.data) return <Skeleton lines={[90, 90, 60]} />;
  return (
    <div className="stack-s">
      {older && (
        <Differences
          differences={differencesOf(before.data.ruleSet, own.data.ruleSet)}
          before={`Version ${older.version}`}
          after={`Version ${line.version}`}
        />
      )}
      <details className="past">
        <summary>The whole of version {line.version}</summary>
        <RuleTable ruleSet={own.data.ruleSet} />
        <Limits ruleSet={own.data.ruleSet} />
      </details>
    </div>
  );
}

function Line({ line, older }: VersionProps) {
  const [open, setOpen] = useState(false);
  return (
    <li>
      <details onToggle={(event) => event.target === event.currentTarget && setOpen(event.currentTarget.open)}>
        <summary className="num">
          <b>Version {line.version}</b>, {line.title}{' '}
          <span className="ink-2">
            {momentText(line.validFrom, { year: true })}, {ruleSetPeople(line)}
          </span>
        </summary>
        {open && <Version line={line} older={older} />}
      </details>
    </li>
  );
}

/** What the rules have been, newest first; each version by what it changed. */
export const RuleHistory = ({ sets }: { sets: readonly RuleSetLine[] }) => (
  <Part id="rule-history" title="History">
    <ol className="versions">
      {sets.map((line, index) => (
        <Line key={line.id} line={line} older={sets[index + 1]} />
      ))}
    </ol>
  </Part>
);
