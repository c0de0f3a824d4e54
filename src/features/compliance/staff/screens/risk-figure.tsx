import { useQuery } from '@tanstack/react-query';
import { Badge, type BadgeKind } from '../../../../ui/badge.tsx';
import { api } from '../../../../ui/client.ts';
import { formatDay } from '../../../../ui/format.ts';
import type { RiskLevel } from '../../alerts.ts';

type Label = { readonly kind: BadgeKind; readonly text: string };

export const levelLabels: Readonly<Record<RiskLevel, Label>> = {
  low: { kind: 'approved', text: 'Low' },
  medium: { kind: 'pending', text: 'Medium' },
  high: { kind: 'rejected', text: 'High' },
  critical: { kind: 'rejected', text: 'Critical' },
};

export const reviewFilters = [
  { view: 'all', name: 'All', emptyText: 'No customers yet' },
  { view: 'due', name: 'Review due', emptyText: 'No reviews due' },
  { view: 'high', name: 'High and critical', emptyText: 'No high or critical customers' },
  { view: 'pep', name: 'Politically exposed', emptyText: 'No politically exposed customers' },
  { view: 'alerts', name: 'Open alerts', emptyText: 'No customers with open alerts' },
] as const;

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
