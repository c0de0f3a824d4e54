import type { ComponentType } from 'react';
import { isPractice, type PracticeId } from '../../practices.ts';
import { CaseSeries } from './case-series.tsx';
import { type Series, series } from './cases.ts';
import { PriceOrder } from './price-order.tsx';
import { SendWithTag } from './send-with-tag.tsx';

const createSeries = (of: Series) => () => <CaseSeries of={of} />;

const exercises: Readonly<Record<PracticeId, ComponentType>> = {
  'price-order': PriceOrder,
  'send-with-tag': SendWithTag,
  'read-transaction': createSeries(series['read-transaction']),
  'wrong-network': createSeries(series['wrong-network']),
  'six-scams': createSeries(series['six-scams']),
};

export function Practice({ id }: { id: string }) {
  const Exercise = isPractice(id) ? exercises[id] : null;
  return Exercise && <Exercise />;
}
