import { isFor } from '../../../../kernel/acts.ts';
import { type KeyName, queueKeys } from '../../../../ui/desk/keys-line.tsx';
import { orderActs } from '../../../trading/acts.ts';
import { type Act, acts } from './acts.ts';

type Roles = readonly string[];

/** The keys of the order that stands open: only of acts that are for whoever holds these roles. */
const openKeys = (roles: Roles): KeyName[] => [
  [['E'], 'next evidence'],
  ...(Object.keys(acts) as Act[])
    .filter((act) => isFor(orderActs[act], roles))
    .map((act): KeyName => [[acts[act].key.toUpperCase()], acts[act].name.toLowerCase()]),
];

/** Every key of the queue, for whoever holds these roles. */
export const orderKeys = (roles: Roles): readonly KeyName[] => [...queueKeys, ...openKeys(roles)];

/** Every key of an order that stands alone on its page. */
export const aloneKeys = (roles: Roles): readonly KeyName[] => [...openKeys(roles), [['Esc'], 'back to the queue']];

export const orderKeysMostUsed = (roles: Roles): readonly KeyName[] => [
  ...queueKeys,
  ...(isFor(orderActs.approvePayout, roles) ? [[['A'], 'approve'] as const] : []),
  [['N'], 'note'],
  [['E'], 'evidence'],
];
