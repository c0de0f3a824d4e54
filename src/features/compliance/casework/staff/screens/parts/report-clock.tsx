import { formatDate } from '../../../../../../ui/format.ts';
import { formatPlural } from '../../../../../../ui/number-format.ts';
import type { ReportClock } from '../../../../reports.ts';

const formatDays = (count: number): string => formatPlural(count, 'day', 'days');

export function formatReportClock({ daysLeft, state }: ReportClock): string {
  if (state === 'done') return '';
  if (daysLeft < 0) return `${formatDays(-daysLeft)} late`;
  return daysLeft === 0 ? 'due today' : `${formatDays(daysLeft)} left`;
}

export const ReportAge = ({ clock }: { clock: ReportClock }) =>
  clock.state === 'done' ? null : (
    <span
      className={`age days-left ${clock.state === 'overdue' ? 'late' : clock.state === 'soon' ? 'due' : ''}`}
      title={`Due ${formatDate(clock.dueOn)}`}
    >
      {formatReportClock(clock)}
    </span>
  );
