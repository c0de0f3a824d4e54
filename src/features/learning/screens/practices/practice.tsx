import type { ComponentType } from 'react';
import { isPractice, type PracticeId } from '../../practices.ts';
import { type Series, series } from './cases.ts';
import { Looks } from './looks.tsx';
import { PriceOrder } from './price-order.tsx';
import { SendWithTag } from './send-with-tag.tsx';

const looking = (of: Series) => () => <Looks of={of} />;

const exercises: Readonly<Record<PracticeId, ComponentType>> = {
  'price-order': PriceOrder,
  'send-with-tag': SendWithTag,
  'read-transaction': looking(series['read-transaction']),
  'wrong-network': looking(series['wrong-network']),
  'six-scams': looking(series['six-scams']),
};

/** The exercise that a lesson places; nothing where this version of the pages does not know it. */
export function Practice({ id }: { id: string }) {
  const Exercise = isPractice(id) ? exercises[id] : null;
  return Exercise && <Exercise />;
}
