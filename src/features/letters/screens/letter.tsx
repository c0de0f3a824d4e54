import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { isFor } from '../../../kernel/acts.ts';
import { api } from '../../../ui/client.ts';
import { deskMeta, useDeskPerson } from '../../../ui/desk/frame.tsx';
import { Link } from '../../../ui/link.tsx';
import { NotYet } from '../../../ui/not-yet.tsx';
import { letterActs } from '../acts.ts';
import { LetterChanges } from './changes.tsx';
import type { OneLetter, Words } from './data.ts';
import { LetterEditor } from './editor.tsx';
import { LetterPast } from './past.tsx';
import { Preview } from './preview.tsx';
import { WaitingWords } from './waiting-words.tsx';

export const meta = () => deskMeta('Letter');

/** One letter: what it says, other words for it, what waits for a second person, and what it said before. */
export default function LetterScreen() {
  const { letter = '' } = useParams();
  const { id: personId, roles } = useDeskPerson();
  const mayRead = isFor(letterActs.read, roles);
  const asked = useQuery(api.letters.show.queryOptions({ input: { letter }, enabled: mayRead }));
  const shown = asked.data;
  return (
    <div className="settings">
      <p>
        <Link className="chip" to="/admin/letters">
          All letters
        </Link>
      </p>
      <h1>{shown ? `${shown.about}: ${shown.when}` : 'Letter'}</h1>
      {!mayRead && <p className="ink-2">Your role does not include this. Finance or admin read it.</p>}
      {mayRead && !shown && <NotYet asked={asked} text="The letter could not be read." lines={[40, 90, 90, 90]} />}
      {shown?.waiting && <WaitingWords letter={shown} waiting={shown.waiting} personId={personId} />}
      {shown && !shown.waiting && <LetterEditor key={shown.versions[0]?.id ?? ''} letter={shown} personId={personId} />}
      {shown?.waiting && <Proposed letter={shown} words={shown.waiting.words ?? shown.house} />}
      {shown && <LetterPast letter={shown} />}
    </div>
  );
}

/** Before and after, for whoever agrees to it. */
function Proposed({ letter, words }: { letter: OneLetter; words: Words }) {
  const now = letter.own ?? letter.house;
  return (
    <>
      <LetterChanges before={now} after={words} />
      <Preview letter={letter} words={words} title="As proposed" />
      <Preview letter={letter} words={now} title="As it is now" />
    </>
  );
}
