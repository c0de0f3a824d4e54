import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '../../../../ui/client.ts';
import { FailedState } from '../../../../ui/failed-state.tsx';
import { formatDateTime } from '../../../../ui/format.ts';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { numberColumn, TableHead } from '../../../../ui/table-head.tsx';
import { readReason } from '../../../trading/order/reasons.ts';
import { formatColumnMoney } from '../../../trading/screens/staff-labels.ts';

/** Orders on hold, which cannot be paid out (decision A4). */
export function HeldOrders() {
  const query = useQuery(api.desk.queue.queryOptions({ input: { filter: 'held' } }));
  const lines = query.data?.lines;
  return (
    <section aria-labelledby="held">
      <h2 className="part" id="held">
        Held orders <span className="ink-3 num">{query.data?.counts.held}</span>
      </h2>
      {lines && lines.length > 0 && (
        <table className="sheet-table folds held-orders num">
          <caption className="sr">Held orders</caption>
          <TableHead columns={['Order', 'Customer', numberColumn('J$'), 'Since', 'Why']} />
          <tbody>
            {lines.map((line) => (
              <tr key={line.id}>
                <th scope="row">
                  <Link className="link" to={`/admin/orders/${line.id}`}>
                    {line.reference}
                  </Link>
                </th>
                <td>{line.customer}</td>
                <td className="r">{formatColumnMoney(line.gross.minor)}</td>
                <td>{formatDateTime(line.waitingSince)}</td>
                <td>{(line.holdReason && readReason('hold', line.holdReason)?.staff) ?? 'Held by compliance.'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {lines?.length === 0 && <p className="ink-2">No held orders</p>}
      {!lines && !query.error && <Skeleton lines={[90, 90]} />}
      {!lines && query.error && (
        <FailedState text="We couldn't load the orders." error={query.error} onRetry={() => void query.refetch()} />
      )}
    </section>
  );
}
