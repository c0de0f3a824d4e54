import { useQuery } from '@tanstack/react-query';
import { Badge } from '../../../../../../ui/badge.tsx';
import { api } from '../../../../../../ui/client.ts';
import { formatDay } from '../../../../../../ui/format.ts';
import { levelLabels } from '../../../../staff/screens/parts/review-labels.ts';

/** Returns the row of one customer in the risk list; undefined while loading or if not listed. */
export function useRiskLine({ userId, email }: { userId: string; email: string }) {
  const { data } = useQuery(api.compliance.customers.queryOptions({ input: { search: email } }));
  return { line: data?.lines.find(({ customer }) => customer.id === userId), now: data?.now };
}

/** Risk of a customer as one score with its date, as in the risk list (decision F11). */
export function RiskFigure(of: { userId: string; email: string }) {
  const { line } = useRiskLine(of);
  if (!line) return <span className="ink-3">…</span>;
  const { level, score, riskAt } = line;
  if (!riskAt) return <span className="ink-3">Not assessed</span>;
  return (
    <>
      <Badge kind={levelLabels[level].kind}>{levelLabels[level].text}</Badge>{' '}
      <span className="num">
        {score > 0 && `${score}, `}
        {formatDay(riskAt, { year: true })}
      </span>
    </>
  );
}
