import { Check } from 'lucide-react';
import { ActBar } from '../../../../ui/desk/act-bar.tsx';
import { anyOf } from '../../../trading/screens/desk-words.ts';
import { type Act, acts, othersActs, ownActs } from './acts.ts';
import type { Case } from './data.ts';

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
  const row = (act: Act) => ({ name: acts[act].name, key: acts[act].key, on: () => onOpen(act) });
  return (
    <ActBar
      acts={[
        ...(next ? [{ ...row(next), look: 'primary' as const, icon: Check }] : []),
        ...others.map((act) => ({ ...row(act), look: acts[act].grave ? ('bad-line' as const) : ('line' as const) })),
      ]}
    >
      <ForOthers file={file} />
    </ActBar>
  );
}
