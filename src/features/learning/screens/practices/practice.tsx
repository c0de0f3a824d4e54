import { series } from './cases.ts';
import { Looks } from './looks.tsx';
import { PriceOrder } from './price-order.tsx';
import { SendWithTag } from './send-with-tag.tsx';

/** The exercise that a lesson places; nothing where this version of the pages does not know it. */
export function Practice({ id }: { id: string }) {
  if (id === 'price-order') return <PriceOrder />;
  if (id === 'send-with-tag') return <SendWithTag />;
  const looks = series[id];
  return looks ? <Looks of={looks} /> : null;
}
