import { Link } from 'react-router';
import { Checkbox } from '../../../../../../ui/checkbox.tsx';
import { formatDateTime } from '../../../../../../ui/format.ts';
import { formatWithUnit, groupThousands } from '../../../../../../ui/number-format.ts';
import { sideLabels } from '../../../../../trading/staff/screens/labels.ts';
import type { EditorProps } from './report-fields.tsx';

export function ReportTransactions({ report, content, open, onChange }: EditorProps) {
  const chosen = new Set(content.orders);
  const shown = open ? report.orders : report.orders.filter(({ id }) => chosen.has(id));
  const toggle = (id: string) =>
    onChange({ orders: chosen.has(id) ? content.orders.filter((each) => each !== id) : [...content.orders, id] });
  return (
    <section aria-labelledby="transactions">
      <h2 className="part" id="transactions">
        Transactions <span className="ink-3 num">{chosen.size}</span>
      </h2>
      {shown.length === 0 && <p className="ink-2">{open ? 'The customer has no orders.' : 'None'}</p>}
      <ul className="lines num picks">
        {shown.map(({ id, reference, side, jmd, coins, symbol, placedAt, status }) => {
          const summary = `${sideLabels[side]} ${formatWithUnit(groupThousands(coins), symbol)}, ${formatDateTime(placedAt, { year: true })}, ${status}`;
          return (
            <li key={id}>
              {open ? (
                <Checkbox
                  label={
                    <>
                      <b>{reference}</b> <span className="ink-2">{summary}</span>
                    </>
                  }
                  checked={chosen.has(id)}
                  onChange={() => toggle(id)}
                />
              ) : (
                <span>
                  <Link className="link b" to={`/admin/orders/${id}`}>
                    {reference}
                  </Link>{' '}
                  <span className="ink-2">{summary}</span>
                </span>
              )}
              <span className="end b">J${groupThousands(jmd)}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
