import { Link } from 'react-router';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { grouped, withUnit } from '../../../../ui/figures.ts';
import { momentText } from '../../../../ui/format.ts';
import { sideWords } from '../../../trading/screens/desk-words.ts';
import type { Writing } from './report-sheet.tsx';

/** The customer's orders: those that are ticked stand in the report. */
export function ReportTransactions({ report, content, open, onChange }: Writing) {
  const chosen = new Set(content.orders);
  const shown = open ? report.orders : report.orders.filter(({ id }) => chosen.has(id));
  const toggle = (id: string) =>
    onChange({ orders: chosen.has(id) ? content.orders.filter((each) => each !== id) : [...content.orders, id] });
  return (
    <section aria-labelledby="transactions">
      <h2 className="part" id="transactions">
        Transactions <span className="ink-3 num">{chosen.size}</span>
      </h2>
      {shown.length === 0 && <p className="ink-2">{open ? 'The customer has no orders.' : 'None were named.'}</p>}
      <ul className="lines num picks">
        {shown.map(({ id, reference, side, jmd, coins, symbol, placedAt, status }) => {
          const words = `${sideWords[side]} ${withUnit(grouped(coins), symbol)}, ${momentText(placedAt, { year: true })}, ${status}`;
          return (
            <li key={id}>
              {open ? (
                <Checkbox
                  label={
                    <>
                      <b>{reference}</b> <span className="ink-2">{words}</span>
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
                  <span className="ink-2">{words}</span>
                </span>
              )}
              <span className="end b">J${grouped(jmd)}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
