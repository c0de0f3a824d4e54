import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../ui/client.ts';
import { groupThousands } from '../../../../ui/number-format.ts';

/** [001 §2 Transaction History page] */
export function Counts() {
  const { data } = useQuery(api.trading.counts.queryOptions());
  const figures = [
    { name: 'Total', note: 'All transactions', count: data?.total },
    { name: 'Completed', note: 'Paid out', count: data?.completed },
    { name: 'Pending', note: 'Pending and processing', count: data?.pending },
  ];
  return (
    <dl className="counts">
      {figures.map(({ name, note, count }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="num">{count === undefined ? '–' : groupThousands(String(count))}</dd>
          <dd className="t-xs ink-2">{note}</dd>
        </div>
      ))}
    </dl>
  );
}
