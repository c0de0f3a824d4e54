import { Link } from 'react-router';
import { coinsText } from '../../../../kernel/coins.ts';
import { worded } from '../../../../kernel/worded.ts';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import type { HeldField } from '../../../../ui/fields.ts';
import { ageText } from '../../../../ui/format.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { serverNow } from '../../../../ui/server-clock.ts';
import { twinTime } from '../../order/order.ts';
import { twinWords } from '../../own-messages.ts';
import type { OrderLine } from './shapes.ts';

/** An order like this one, placed minutes ago; null where there is none. */
export function twinIn(recent: readonly OrderLine[], like: (line: OrderLine) => boolean): OrderLine | null {
  const now = serverNow().getTime();
  const isTwin = (line: OrderLine) =>
    line.status !== 'cancelled' && now - line.placedAt.getTime() < twinTime && like(line);
  return recent.find(isTwin) ?? null;
}

type Sold = { readonly symbol: string; readonly coins: string };

/** A sale of just as many of these coins, placed minutes ago; null where there is none. */
export const soldAlready = (recent: readonly OrderLine[], shown: Sold | null): OrderLine | null =>
  twinIn(
    recent,
    ({ side, coins }) => side === 'sell' && coins.symbol === shown?.symbol && shown.coins === coinsText(coins),
  );

/** Another tab placed this order: what stands in the way of a second one would say that the first was refused. */
export const PlacedMeanwhile = ({ twin }: { twin: OrderLine }) => (
  <Notice live>
    {worded(twinWords.placed, { reference: twin.reference, age: ageText(twin.placedAt, serverNow()) })}{' '}
    <Link className="link" to={`/orders/${twin.id}`}>
      {twinWords.see}
    </Link>
  </Notice>
);

/** An order like the one placed minutes ago is usually the same one again: here somebody says that it is not. */
export function AnotherOne({ twin, ...box }: HeldField & { twin: OrderLine | null }) {
  if (!twin) return null;
  const age = ageText(twin.placedAt, serverNow());
  return <Checkbox label={worded(twinWords.another, { reference: twin.reference, age })} {...box} />;
}
