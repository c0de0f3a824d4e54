import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { PageSection } from '../../../ui/admin/section.tsx';
import { Badge, StatusBadge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { toastRefusal } from '../../../ui/error-message.ts';
import { formatDateTime } from '../../../ui/format.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { groupThousands } from '../../../ui/number-format.ts';
import { Pager } from '../../../ui/pager.tsx';
import { FailedState } from '../../../ui/states.tsx';
import { Rejected } from '../../approvals/staff/screens/rejected.tsx';
import { linkKinds, linkSubject } from '../../kyc/identity-hashes.ts';
import type { CustomerRecord } from '../../kyc/staff/screens/review-labels.ts';
import type { LinkView } from '../../kyc/views.ts';
import type { LinkDecision } from './customer-dialogs.tsx';

type Order = CustomerRecord['orders'][number];

/** Returns the first orders, then older pages on request. Listed orders stay when new orders arrive. */
function useOrders({ profile: { id: userId }, orders, moreOrders }: CustomerRecord) {
  const [firstPage, setFirstPage] = useState<Pick<CustomerRecord, 'orders' | 'moreOrders'> | null>(null);
  const query = useInfiniteQuery({
    ...api.identity.customerOrders.infiniteOptions({
      input: (before: string) => ({ userId, before }),
      initialPageParam: (firstPage ?? { moreOrders }).moreOrders ?? '',
      getNextPageParam: (last) => last.next,
    }),
    enabled: false,
  });
  const showMore = async () => {
    if (!firstPage) setFirstPage({ orders, moreOrders });
    const { error } = await query.fetchNextPage();
    if (error) toastRefusal(error);
  };
  const older = query.data?.pages.flatMap((page) => page.orders) ?? [];
  // Deduplicates by id: the latest version wins.
  const ordersById = new Map(
    [...orders, ...(firstPage?.orders ?? []), ...older].toReversed().map((each) => [each.id, each]),
  );
  return {
    shown: [...ordersById.values()].toReversed(),
    more: query.data ? query.hasNextPage : moreOrders !== null,
    busy: query.isFetching,
    showMore,
  };
}

const OrderItem = ({ order: { id, reference, side, status, symbol, grossJmd, placedAt } }: { order: Order }) => (
  <li>
    <Link className="link b" to={`/admin/orders/${id}`}>
      {reference}
    </Link>
    <span className="ink-2">
      {side === 'buy' ? 'Buy' : 'Sell'} {symbol}, J${groupThousands(grossJmd)},{' '}
      {formatDateTime(placedAt, { year: true })}
    </span>
    <StatusBadge status={status} />
  </li>
);

export const CustomerOrders = ({ record }: { record: CustomerRecord }) => (
  <Orders key={record.profile.id} record={record} />
);

function Orders({ record }: { record: CustomerRecord }) {
  const { shown: orders, more, busy, showMore } = useOrders(record);
  return (
    <PageSection id="orders" title="Orders">
      {orders.length === 0 && <p className="ink-2">No orders yet.</p>}
      {orders.length > 0 && (
        <ul className="lines num">
          {orders.map((order) => (
            <OrderItem key={order.id} order={order} />
          ))}
        </ul>
      )}
      {record.moreOrders !== null && (
        <Pager shownCount={orders.length} hasMore={more} busy={busy} onMore={() => void showMore()} />
      )}
    </PageSection>
  );
}

const stateLabels = {
  open: { kind: 'pending', text: 'To decide' },
  joined: { kind: 'approved', text: 'Same person' },
  apart: { kind: 'other', text: 'Different people' },
} as const;

const DecideDialog = lazyPart(() => import('./customer-dialogs.tsx').then((parts) => parts.DecideLinkDialog));

type LinkItemProps = {
  link: LinkView;
  pairs: readonly string[];
  pair: string;
  onDecide: (choice: LinkDecision) => void;
};

function LinkItem({ link, pairs, pair, onDecide }: LinkItemProps) {
  const { otherId, name, email, closed, kinds, state, decidedBy, decidedAt, note, waiting } = link;
  return (
    <li className="stack-s">
      <p className="wrap-any">
        <Link className="link b" to={`/admin/customers/${otherId}`}>
          {name}
        </Link>{' '}
        <span className="ink-2">
          {email}
          {closed && ', closed'}
        </span>{' '}
        {state && <Badge kind={stateLabels[state].kind}>{stateLabels[state].text}</Badge>}
      </p>
      <p className="ink-2">{kinds.map((kind) => linkKinds[kind]).join(', ')}</p>
      {decidedBy && decidedAt && (
        <p className="t-2xs ink-3 num wrap-any">
          “{note}” {decidedBy}, {formatDateTime(decidedAt, { year: true })}
        </p>
      )}
      <Rejected kinds={['split']} subject={pair} among={pairs} />
      {waiting && (
        <div className="stack-s">
          <p className="wrap-any">
            {waiting.proposedBy} says these are different people: “{waiting.note}” One account is frozen, so a second
            person must decide.
          </p>
          <div className="steps-row">
            {!waiting.isOwn && (
              <Button onClick={() => onDecide({ decision: 'apart', link, proposalId: waiting.proposalId })}>
                Agree
              </Button>
            )}
            <Button variant="line" onClick={() => onDecide({ decision: 'join', link, proposalId: waiting.proposalId })}>
              {waiting.isOwn ? 'Withdraw' : 'Disagree'}
            </Button>
          </div>
        </div>
      )}
      {state && !waiting && (
        <div className="steps-row">
          {state !== 'joined' && (
            <Button variant="line" onClick={() => onDecide({ decision: 'join', link })}>
              Same person
            </Button>
          )}
          {state !== 'apart' && (
            <Button variant="line" onClick={() => onDecide({ decision: 'apart', link })}>
              Different people
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

/** Accounts that share data with this customer, and the decisions (decision E3). Compliance only. */
export function CustomerLinks({ userId }: { userId: string }) {
  const [choice, setChoice] = useState<LinkDecision | null>(null);
  const query = useQuery(api.identity.links.queryOptions({ input: { userId } }));
  const pairs = query.data?.map(({ otherId }) => linkSubject(userId, otherId)) ?? [];
  return (
    <PageSection id="links" title="Other accounts">
      {query.data && query.data.length > 0 && (
        <ul className="notes">
          {query.data.map((link) => (
            <LinkItem
              key={link.otherId}
              link={link}
              pairs={pairs}
              pair={linkSubject(userId, link.otherId)}
              onDecide={setChoice}
            />
          ))}
        </ul>
      )}
      {query.data?.length === 0 && <p className="ink-2">No other account shares details with this one.</p>}
      {query.error && (
        <FailedState text="We couldn't load the links." error={query.error} onRetry={() => void query.refetch()} />
      )}
      {choice && <DecideDialog {...choice} userId={userId} onClose={() => setChoice(null)} />}
    </PageSection>
  );
}
