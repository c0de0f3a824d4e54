import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { StatusBadge } from '../../../ui/badge.tsx';
import { api } from '../../../ui/client.ts';
import { momentText } from '../../../ui/format.ts';
import { MoneyText } from '../../../ui/money-text.tsx';
import { NotYet } from '../../../ui/not-yet.tsx';
import { NextPage } from '../../../ui/pager.tsx';
import type { Payable } from '../payment.ts';
import { stateWord, wentBackWords } from '../state-word.ts';

type ReceiptsProps = { title: string; payable: Payable; none: string };

/**
 * The Subscription Receipts, or the Workshop Receipts: what somebody paid for of one kind, each with its receipt,
 * newest first [001 §2 Transaction History page].
 */
export function OwnReceipts({ title, payable, none }: ReceiptsProps) {
  const asked = useInfiniteQuery(
    api.payments.listOwn.infiniteOptions({
      input: (before: string | null) => ({ before, payable, paid: true }),
      initialPageParam: null,
      getNextPageParam: ({ next }) => next,
    }),
  );
  const lines = asked.data?.pages.flatMap(({ payments }) => payments);
  return (
    <section aria-label={title}>
      <h2 className="ruled">{title}</h2>
      {!lines && <NotYet asked={asked} text={`The ${title.toLowerCase()} could not be loaded.`} lines={[60, 90]} />}
      {lines?.length === 0 && <p className="ink-2 none">{none}</p>}
      {lines && lines.length > 0 && (
        <ul className="moves orders">
          {lines.map(({ id, title: what, reference, amount, state, wentBack, begunAt }) => (
            <li key={id}>
              <div>
                <Link className="link b" to={`/payments/${id}`}>
                  {what}
                </Link>
              </div>
              <MoneyText money={amount} />
              <div className="sub">
                {reference}, {momentText(begunAt, { year: true })}
                {wentBack && `. ${wentBackWords(wentBack)}`}
              </div>
              <div className="end">
                <StatusBadge status={state.payIn}>{stateWord({ state, wentBack })}</StatusBadge>
                <Link className="link t-xs" to={`/payments/${id}/receipt`}>
                  Receipt<span className="sr"> for payment {reference}</span>
                </Link>
              </div>
            </li>
          ))}
        </ul>
      )}
      {lines && lines.length > 0 && <NextPage asked={asked} shown={lines.length} />}
    </section>
  );
}
