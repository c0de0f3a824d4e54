import { api } from '../../../ui/client.ts';
import { SecondPerson } from '../../../ui/desk/second-person.tsx';
import { useDecide } from '../../../ui/desk/use-decide.ts';
import { momentText } from '../../../ui/format.ts';
import { roleNotices } from '../messages.ts';
import type { Waiting } from './data.ts';
import { changeWords } from './words.ts';

/** A role change that waits for its second person, and what this person may do about it. */
export function WaitingChange({ waiting, personId }: { waiting: Waiting; personId: string }) {
  const { id, change, proposer, proposedBy, proposedAt } = waiting;
  const own = proposedBy === personId;
  const { decide, busy } = useDecide(
    { command: api.roles.decide.mutationOptions(), stale: api.roles.key(), notices: roleNotices },
    id,
  );
  return (
    <div className="proposal">
      <p>
        <b>{changeWords(change)}</b> <span className="ink-2 wrap-any">({change.email})</span>
      </p>
      <p className="wrap-any">“{change.why}”</p>
      <p className="num ink-2">
        {own ? 'You' : proposer} proposed this, {momentText(proposedAt, { year: true })}.{' '}
        {own ? 'Somebody else of compliance or admin may approve it.' : `You may approve it, ${proposer} may not.`}
      </p>
      <SecondPerson
        own={own}
        busy={busy}
        onDecide={decide}
        asks={{ title: `${changeWords(change)}?`, says: 'Approve' }}
      >
        <p className="ink-2">It holds from now on, in every session that {change.name} has open.</p>
      </SecondPerson>
    </div>
  );
}
