import { roleAllows } from '../../../../kernel/permissions.ts';
import { queueShortcuts, type Shortcut } from '../../../../ui/admin/shortcuts.tsx';
import { orderPermissions } from '../../permissions.ts';
import { type OrderAction, orderActions } from './order-actions.ts';

type Roles = readonly string[];

const getOrderShortcuts = (roles: Roles): Shortcut[] => [
  [['E'], 'next evidence'],
  ...(Object.keys(orderActions) as OrderAction[])
    .filter((action) => roleAllows(orderPermissions[action], roles))
    .map((action): Shortcut => [[orderActions[action].key.toUpperCase()], orderActions[action].name.toLowerCase()]),
];

export const getQueueShortcuts = (roles: Roles): readonly Shortcut[] => [
  ...queueShortcuts,
  ...getOrderShortcuts(roles),
];

export const getOrderPageShortcuts = (roles: Roles): readonly Shortcut[] => [
  ...getOrderShortcuts(roles),
  [['Esc'], 'back to the queue'],
];

export const getMainQueueShortcuts = (roles: Roles): readonly Shortcut[] => [
  ...queueShortcuts,
  ...(roleAllows(orderPermissions.approvePayout, roles) ? [[['A'], 'approve'] as const] : []),
  [['N'], 'note'],
  [['E'], 'evidence'],
];
