import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { roleAllows } from '../../../../kernel/permissions.ts';
import { adminMeta, useStaffUser } from '../../../../ui/admin/frame.tsx';
import { AdminList, type Column } from '../../../../ui/admin/list.tsx';
import { SearchField } from '../../../../ui/admin/search-field.tsx';
import { queueShortcuts } from '../../../../ui/admin/shortcuts.tsx';
import { usePages, useServerNow, useUrlState } from '../../../../ui/admin/use-list.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { api } from '../../../../ui/client.ts';
import { formatAge } from '../../../../ui/format.ts';
import { formatColumnMoney } from '../../../../ui/money-text.tsx';
import { QueryPlaceholder } from '../../../../ui/states.tsx';
import { methodLabels } from '../../payment.ts';
import { paymentPermissions } from '../../permissions.ts';
import { getPaymentLabel, getPaymentShortcuts, type PaymentLine, paymentActionLabels } from './payment-labels.ts';
import { PaymentPanel } from './payment-panel.tsx';

export const meta = () => adminMeta('Payments');

const buildColumns = (now: Date): readonly Column<PaymentLine>[] => [
  { name: 'Age', of: ({ waitingSince }) => <span className="age">{formatAge(waitingSince, now)}</span> },
  { name: 'Ref', className: 'ref', of: ({ id, reference }) => <Link to={`/admin/payments/${id}`}>{reference}</Link> },
  { name: 'Customer', of: ({ customer }) => customer },
  {
    name: 'Task',
    of: ({ nextAction, title }) => `${nextAction ? paymentActionLabels[nextAction] : 'Review'}, ${title}`,
  },
  { name: 'Method', of: ({ method }) => methodLabels[method] },
  { name: 'J$', right: true, className: 'b in-jmd', of: ({ amount }) => formatColumnMoney(amount.minor) },
  {
    name: 'State',
    of: ({ state }) => {
      const { kind, text } = getPaymentLabel(state);
      return <Badge kind={kind}>{text}</Badge>;
    },
  },
];

function PaymentPreview({ paymentId }: { paymentId: string }) {
  const query = useQuery(api.paymentsDesk.show.queryOptions({ input: { paymentId } }));
  return (
    <section className="panel" aria-label="Payment">
      {query.data ? (
        <PaymentPanel file={query.data} Title="h2" />
      ) : (
        <div className="in">
          <QueryPlaceholder query={query} text="We couldn't load the payment." lines={[60, 90, 100, 100, 80]} />
        </div>
      )}
    </section>
  );
}

export default function PaymentsScreen() {
  const { roles } = useStaffUser();
  const { search, set } = useUrlState();
  const { lines, first, dataUpdatedAt, ...query } = usePages(api.paymentsDesk.queue, (after) => ({
    after,
    search: search.slice(0, 80),
  }));
  const now = useServerNow(first?.now, dataUpdatedAt);
  return (
    <AdminList
      query={query}
      rows={lines}
      columns={useMemo(() => buildColumns(now), [now])}
      urlParam="payment"
      open="/admin/payments"
      renderPanel={(id) => <PaymentPreview key={id} paymentId={id} />}
      renderBar={(field) => (
        <div className="bar2">
          <h1 className="sr">Payments</h1>
          <SearchField
            label="Search payments"
            placeholder="Reference, name"
            search={search}
            field={field}
            onSearch={(text) => set({ search: text })}
          />
          <span className="ink-3 only-wide live">For plans, workshops and courses. Oldest first.</span>
        </div>
      )}
      errorText="We couldn't load the payments."
      empty={
        search === ''
          ? { title: 'No payments waiting', text: 'New payments show up automatically.' }
          : { title: 'No matching payments' }
      }
      shortcuts={
        roleAllows(paymentPermissions.receive, roles) ? [...queueShortcuts, [['C'], 'confirm']] : queueShortcuts
      }
      allShortcuts={[...queueShortcuts, ...getPaymentShortcuts(roles)]}
    />
  );
}
