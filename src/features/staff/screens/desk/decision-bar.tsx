import { Check } from 'lucide-react';
import { Button } from '../../../../ui/button.tsx';
import { useKeys } from '../../../../ui/desk/keys.ts';
import { anyOf } from '../../../trading/screens/desk-words.ts';
import { type Act, acts, othersActs, ownActs } from './acts.ts';
import type { Case } from './data.ts';

const ActKey = ({ act }: { act: Act }) => <kbd>{acts[act].key.toUpperCase()}</kbd>;

/** Who else may do what this person may not: the button is absent, the line says why. */
function ForOthers({ file }: { file: Case }) {
  const groups = othersActs(file);
  return groups.map(({ roles, acts: names }) => (
    <p key={roles.join()} className="t-2xs ink-2">
      <b>{names.map((act) => acts[act].name).join(', ')}:</b>{' '}
      {names.some((act) => /^approve/.test(act)) && file.waiting?.mine ? 'you prepared it, so somebody else of ' : ''}
      {anyOf(roles)}.
    </p>
  ));
}

/** Only what the order allows and this person may do, with the one step that moves it on first. */
export function DecisionBar({ file, onOpen }: { file: Case; onOpen: (act: Act) => void }) {
  const { next, others } = ownActs(file);
  const all = next ? [next, ...others] : others;
  useKeys(Object.fromEntries(all.map((act) => [acts[act].key, () => onOpen(act)])));
  return (
    <div className="decide">
      <div className="steps-row">
        {next && (
          <Button onClick={() => onOpen(next)}>
            <Check className="ic" aria-hidden="true" />
            {acts[next].name} <ActKey act={next} />
          </Button>
        )}
        {others.map((act) => (
          <Button key={act} look={acts[act].grave ? 'bad-line' : 'line'} onClick={() => onOpen(act)}>
            {acts[act].name} <ActKey act={act} />
          </Button>
        ))}
      </div>
      <ForOthers file={file} />
    </div>
  );
}
