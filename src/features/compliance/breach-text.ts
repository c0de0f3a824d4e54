import { formatDateTime } from '../../ui/format.ts';
import { type Breach, breachPartCodes, breachParts, getBreachDeadline } from './breach.ts';

const formatMoment = (at: Date | null): string => (at ? formatDateTime(at, { year: true }) : 'not yet');

export const formatBreachReport = (company: string, breach: Breach): string =>
  [
    'Breach of personal data: report to the Information Commissioner',
    company,
    '',
    breach.title,
    `Known to us since: ${formatMoment(breach.awareAt)}`,
    `Notify by: ${formatMoment(getBreachDeadline(breach.awareAt))}`,
    `Commissioner notified: ${formatMoment(breach.commissionerNotifiedAt)}`,
    `People affected notified: ${formatMoment(breach.personsNotifiedAt)}`,
    'All times are Jamaica time.',
    ...breachPartCodes.map((part) => `\n${breachParts[part]}\n${breach[part] || 'Not known yet.'}`),
    '',
  ].join('\n');
