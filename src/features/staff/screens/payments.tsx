import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { isFor } from '../../../kernel/acts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { api } from '../../../ui/client.ts';
import { deskMeta, useDeskPerson } from '../../../ui/desk/frame.tsx';
import { queueKeys } from '../../../ui/desk/keys-line.tsx';
import { type Column, DeskList } from '../../../ui/desk/list.tsx';
import { SearchField } from '../../../ui/desk/search-field.tsx';
import { usePages, usePlace, useServerNow } from '../../../ui/desk/use-list.ts';
import { ageText } from '../../../ui/format.ts';
import { NotYet } from '../../../ui/not-yet.tsx';
import { paymentActs } from '../../payments/acts.ts';
import { methodNames } from '../../payments/payment.ts';
import { columnMoney } from '../../trading/screens/desk-words.ts';
import type { PaymentLine } from './desk/data.ts';
import { PaymentPanel } from './desk/payment-panel.tsx';
import { paymentKeys, paymentNext, paymentWord } from './desk/payment-words.ts';

export const meta = () => deskMeta('Payments');

const columnsAt = (now: Date): readonly Column<PaymentLine>[] => [
  { name: 'Age', of: ({ waitingSince }) => <span className="age">{ageText(waitingSince, now)}</span> },
  { name: 'Ref', className: 'ref', of: ({ id, reference }) => <Link to={`/admin/payments/${id}`}>{reference}</Link> },
  { name: 'Customer', of: ({ customer }) => customer },
  { name: 'What', of: ({ nextAction, title }) => `${nextAction ? paymentNext[nextAction] : 'Look at it'}, ${title}` },
  { name: 'By', of: ({ method }) => methodNames[method] },
  { name: 'J$', right: true, className: 'b in-jmd', of: ({ amount }) => columnMoney(amount.minor) },
  {
    name: 'State',
    of: ({ state }) => {
      const { kind, text } = paymentWord(state);
      return <Badge kind={kind}>{text}</Badge>;
    },
  },
];

function Beside({ paymentId }: { paymentId: string }) {
  const query = useQuery(api.paymentsDesk.show.queryOptions({ input: { paymentId } }));
  return (
    <section className="panel" aria-label="Payment">
      {query.data ? (
        <PaymentPanel file={query.data} Title="h2" />
      ) : (
        <div className="in">
          <NotYet asked={query} text="The payment could not be read." lines={[60, 90, 100, 100, 80]} />
        </div>
      )}
    </section>
  );
}

/** What is paid for plans and places and waits for staff; on a wide screen with the chosen payment beside it. */
export default function PaymentsScreen() {
  const { roles } = useDeskPerson();
  const { search, set } = usePlace();
  const { lines, first, dataUpdatedAt, ...asked } = usePages(api.paymentsDesk.queue, (after) => ({
    after,
    search: search.slice(0, 80),
  }));
  const now = useServerNow(first?.now, dataUpdatedAt);
  return (
    <DeskList
      asked={asked}
      lines={lines}
      columns={useMemo(() => columnsAt(now), [now])}
      as="payment"
      open="/admin/payments"
      beside={(id) => <Beside key={id} paymentId={id} />}
      bar={(field) => (
        <div className="bar2">
          <h1 className="sr">Payments</h1>
          <SearchField
            label="Search the payments"
            placeholder="Reference, name"
            search={search}
            field={field}
            onSearch={(text) => set({ search: text })}
          />
          <span className="ink-3 only-wide live">For plans, workshops and courses. Oldest first.</span>
        </div>
      )}
      failed="The payments could not be read."
      empty={
        search === ''
          ? { title: 'No payment waits here', text: 'New work shows up here by itself.' }
          : { title: 'No payment that waits matches' }
      }
      keys={isFor(paymentActs.receive, roles) ? [...queueKeys, [['C'], 'confirm']] : queueKeys}
      allKeys={[...queueKeys, ...paymentKeys(roles)]}
    />
  );
}
