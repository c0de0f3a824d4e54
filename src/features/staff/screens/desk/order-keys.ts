import { type KeyName, queueKeys } from '../../../../ui/desk/keys-line.tsx';
import { type Act, acts } from './acts.ts';

const actKeys: readonly KeyName[] = (Object.keys(acts) as Act[]).map((act) => [
  [acts[act].key.toUpperCase()],
  acts[act].name.toLowerCase(),
]);

/** Every key of the orders. */
export const orderKeys: readonly KeyName[] = [...queueKeys, [['E'], 'next evidence'], ...actKeys];

export const orderKeysMostUsed: readonly KeyName[] = [
  ...queueKeys,
  [['A'], 'approve'],
  [['N'], 'note'],
  [['E'], 'evidence'],
];
