import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../ui/client.ts';
import { grouped } from '../../../../ui/figures.ts';

/** The three counts: total, completed, and pending with processing [001 §2 Transaction History page]. */
export function Counts() {
  const { data } = useQuery(api.trading.counts.queryOptions());
  const figures = [
    { name: 'Total', note: 'All transactions', count: data?.total },
    { name: 'Completed', note: 'Carried out', count: data?.completed },
    { name: 'Pending', note: 'Pending and processing', count: data?.pending },
  ];
  return (
    <dl className="counts">
      {figures.map(({ name, note, count }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="num">{count === undefined ? '–' : grouped(String(count))}</dd>
          <dd className="t-xs ink-2">{note}</dd>
        </div>
      ))}
    </dl>
  );
}
