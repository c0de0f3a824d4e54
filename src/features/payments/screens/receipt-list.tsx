import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { StatusBadge } from '../../../ui/badge.tsx';
import { api } from '../../../ui/client.ts';
import { formatDateTime } from '../../../ui/format.ts';
import { MoneyText } from '../../../ui/money-text.tsx';
import { NextPage } from '../../../ui/pager.tsx';
import { QueryPlaceholder } from '../../../ui/states.tsx';
import type { ProductKind } from '../payment.ts';
import { formatPaymentState, formatRefunded } from '../payment-labels.ts';

type ReceiptsProps = { title: string; payable: ProductKind; none: string };

/** Lists Subscription Receipts or Workshop Receipts, newest first [001 §2 Transaction History page]. */
export function ReceiptList({ title, payable, none }: ReceiptsProps) {
  const query = useInfiniteQuery(
    api.payments.listOwn.infiniteOptions({
      input: (before: string | null) => ({ before, payable, paid: true }),
      initialPageParam: null,
      getNextPageParam: ({ next }) => next,
    }),
  );
  const lines = query.data?.pages.flatMap(({ payments }) => payments);
  return (
    <section aria-label={title}>
      <h2 className="ruled">{title}</h2>
      {!lines && (
        <QueryPlaceholder query={query} text={`We couldn't load your ${title.toLowerCase()}.`} lines={[60, 90]} />
      )}
      {lines?.length === 0 && <p className="ink-2 none">{none}</p>}
      {lines && lines.length > 0 && (
        <ul className="moves orders">
          {lines.map(({ id, title: what, reference, amount, state, wentBack, startedAt }) => (
            <li key={id}>
              <div>
                <Link className="link b" to={`/payments/${id}`}>
                  {what}
                </Link>
              </div>
              <MoneyText money={amount} />
              <div className="sub">
                {reference}, {formatDateTime(startedAt, { year: true })}
                {wentBack && `. ${formatRefunded(wentBack)}`}
              </div>
              <div className="end">
                <StatusBadge status={state.payIn}>{formatPaymentState({ state, wentBack })}</StatusBadge>
                <Link className="link t-xs" to={`/payments/${id}/receipt`}>
                  Receipt<span className="sr"> for payment {reference}</span>
                </Link>
              </div>
            </li>
          ))}
        </ul>
      )}
      {lines && lines.length > 0 && <NextPage query={query} shownCount={lines.length} />}
    </section>
  );
}
