import { dateText } from '../../../../ui/format.ts';
import type { ReportClock } from '../../../compliance/reports.ts';

const days = (count: number): string => (count === 1 ? '1 day' : `${count} days`);

/** The clock of a report in words: `11 days left`, `due today`, `2 days late`. */
export function clockWords({ daysLeft, state }: ReportClock): string {
  if (state === 'done') return '';
  if (daysLeft < 0) return `${days(-daysLeft)} late`;
  return daysLeft === 0 ? 'due today' : `${days(daysLeft)} left`;
}

/** How long a report may still take, as a tinted word. */
export const ReportAge = ({ clock }: { clock: ReportClock }) =>
  clock.state === 'done' ? null : (
    <span
      className={`age days-left ${clock.state === 'overdue' ? 'late' : clock.state === 'soon' ? 'due' : ''}`}
      title={`Due ${dateText(clock.dueOn)}`}
    >
      {clockWords(clock)}
    </span>
  );
