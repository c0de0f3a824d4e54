import { api } from '../../../ui/client.ts';
import { SecondPerson } from '../../../ui/desk/second-person.tsx';
import { useDecide } from '../../../ui/desk/use-decide.ts';
import { momentText } from '../../../ui/format.ts';
import { lettersNotices } from '../messages.ts';
import type { OneLetter } from './data.ts';

type Props = { letter: OneLetter; waiting: NonNullable<OneLetter['waiting']>; personId: string };

/** Words that wait for their second person, and what this person may do about them. */
export function WaitingWords({ letter, waiting, personId }: Props) {
  const { id, words, why, proposer, proposedBy, proposedAt } = waiting;
  const own = proposedBy === personId;
  const stale = api.letters.key();
  const { decide, busy } = useDecide(
    { command: api.letters.decide.mutationOptions(), stale, notices: lettersNotices },
    id,
  );
  return (
    <div className="proposal">
      <p>
        <b>{words ? 'Other words are proposed' : 'The house’s words are to come back'}</b>
      </p>
      <p className="wrap-any">“{why}”</p>
      <p className="num ink-2">
        {own ? 'You' : proposer} proposed this, {momentText(proposedAt, { year: true })}.{' '}
        {own ? 'Somebody else of finance or admin may approve it.' : `You may approve it, ${proposer} may not.`}
      </p>
      <SecondPerson {...{ own, busy }} onDecide={decide} asks={{ title: 'Word it so?', says: 'Approve' }}>
        <p className="ink-2">The next letter “{letter.when}” says it so. Letters that were sent stay as they are.</p>
      </SecondPerson>
    </div>
  );
}
