import { Link } from 'react-router';
import { formatBaseUnits } from '../../../../kernel/coins.ts';
import { formatMessage } from '../../../../kernel/message-template.ts';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import type { FormField } from '../../../../ui/form-fields.ts';
import { formatAge } from '../../../../ui/format.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { serverNow } from '../../../../ui/server-clock.ts';
import { duplicateMessages } from '../../customer-messages.ts';
import { duplicateWindowMs } from '../../order/order.ts';
import type { ListedOrder } from './shapes.ts';

export function findDuplicate(
  recent: readonly ListedOrder[],
  matches: (line: ListedOrder) => boolean,
): ListedOrder | null {
  const now = serverNow().getTime();
  const isDuplicate = (line: ListedOrder) =>
    line.status !== 'cancelled' && now - line.placedAt.getTime() < duplicateWindowMs && matches(line);
  return recent.find(isDuplicate) ?? null;
}

type Sold = { readonly symbol: string; readonly coins: string };

export const findDuplicateSale = (recent: readonly ListedOrder[], shown: Sold | null): ListedOrder | null =>
  findDuplicate(
    recent,
    ({ side, coins }) => side === 'sell' && coins.symbol === shown?.symbol && shown.coins === formatBaseUnits(coins),
  );

export const DuplicateNotice = ({ duplicate }: { duplicate: ListedOrder }) => (
  <Notice live>
    {formatMessage(duplicateMessages.placed, {
      reference: duplicate.reference,
      age: formatAge(duplicate.placedAt, serverNow()),
    })}{' '}
    <Link className="link" to={`/orders/${duplicate.id}`}>
      {duplicateMessages.see}
    </Link>
  </Notice>
);

export function AnotherOrderCheckbox({ duplicate, ...box }: FormField & { duplicate: ListedOrder | null }) {
  if (!duplicate) return null;
  const age = formatAge(duplicate.placedAt, serverNow());
  return (
    <Checkbox label={formatMessage(duplicateMessages.another, { reference: duplicate.reference, age })} {...box} />
  );
}
