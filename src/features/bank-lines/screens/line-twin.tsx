import { api } from '../../../ui/client.ts';
import { SecondPerson } from '../../../ui/desk/second-person.tsx';
import { useDecide } from '../../../ui/desk/use-decide.ts';
import { dayText } from '../../../ui/format.ts';
import { twoNotices } from '../notices.ts';
import type { Line } from './line-item.tsx';

/** The line that another statement shows, or what somebody wrote down by hand, and that this one may be. */
export function sameAsWords({ day, reference, used, byHand }: NonNullable<Line['sameAs']>): string {
  const other = `${dayText(new Date(`${day}T12:00:00Z`), { year: true })} under ${reference || 'no reference'}`;
  if (byHand) return `Somebody recorded money of ${other} by hand. This may be the same money.`;
  return `Another statement shows a line of ${other}, which ${used ? 'was used' : 'waits too'}. This may be the same one.`;
}

/** Somebody said that it is another line: a second person agrees, or does not. */
export function TwoProposed({ two, works }: { two: NonNullable<Line['two']>; works: boolean }) {
  const { mine, proposer, note, proposalId } = two;
  const { decide, busy } = useDecide(
    { command: api.bankLines.decideTwo.mutationOptions(), stale: api.bankLines.key(), notices: twoNotices },
    proposalId,
  );
  return (
    <div className="stack-s">
      <p className="wrap-any">
        <b>{mine ? 'You' : proposer}</b> said that it is another line: {note}
      </p>
      {works && (
        <SecondPerson own={mine} busy={busy} onDecide={decide} asks={{ title: 'They are two', says: 'They are two' }}>
          <p>It may then be confirmed beside the other one. Look at the bank's own page: does it show both?</p>
        </SecondPerson>
      )}
    </div>
  );
}
