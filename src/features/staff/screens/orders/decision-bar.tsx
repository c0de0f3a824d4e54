import { Check } from 'lucide-react';
import { ActionBar } from '../../../../ui/admin/action-bar.tsx';
import { joinWithOr } from '../../../trading/screens/staff-labels.ts';
import type { Case } from '../data.ts';
import { getMyActions, getOthersActions, type OrderAction, orderActions } from './order-actions.ts';

function OthersActions({ file }: { file: Case }) {
  const groups = getOthersActions(file);
  return groups.map(({ roles, acts: names }) => (
    <p key={roles.join()} className="t-2xs ink-2">
      <b>{names.map((action) => orderActions[action].name).join(', ')}:</b>{' '}
      {names.some((action) => /^approve/.test(action)) && file.waiting?.mine
        ? 'you prepared it. Ask a colleague in '
        : ''}
      {joinWithOr(roles)}.
    </p>
  ));
}

export function DecisionBar({ file, onOpen }: { file: Case; onOpen: (action: OrderAction) => void }) {
  const { next, others } = getMyActions(file);
  const toButton = (action: OrderAction) => ({
    name: orderActions[action].name,
    key: orderActions[action].key,
    onPress: () => onOpen(action),
  });
  return (
    <ActionBar
      actions={[
        ...(next ? [{ ...toButton(next), look: 'primary' as const, icon: Check }] : []),
        ...others.map((action) => ({
          ...toButton(action),
          look: orderActions[action].grave ? ('bad-line' as const) : ('line' as const),
        })),
      ]}
    >
      <OthersActions file={file} />
    </ActionBar>
  );
}
