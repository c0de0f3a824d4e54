import { momentText } from '../../ui/format.ts';
import { type Breach, breachDue, breachPartCodes, breachParts } from './breach.ts';

const moment = (at: Date | null): string => (at ? momentText(at, { year: true }) : 'not yet');

/** The record as a text for the Commissioner; moments by the clock of Jamaica. */
export const breachText = (company: string, breach: Breach): string =>
  [
    'Breach of personal data: report to the Information Commissioner',
    company,
    '',
    breach.title,
    `Known to us since: ${moment(breach.awareAt)}`,
    `To be told by: ${moment(breachDue(breach.awareAt))}`,
    `Commissioner told: ${moment(breach.commissionerToldAt)}`,
    `People concerned told: ${moment(breach.personsToldAt)}`,
    'Times are those of Jamaica.',
    ...breachPartCodes.map((part) => `\n${breachParts[part]}\n${breach[part] || 'Not known yet.'}`),
    '',
  ].join('\n');
