import { formatMessage } from '../../kernel/message-template.ts';
import { formatPeople, verdictTexts } from '../scam-reports/warning-texts.ts';
import { walletWarningMessages } from './customer-messages.ts';
import type { OrderWarning } from './wallets/order-warning-store.ts';

/** Formats the warning that the customer saw. Returns null for reports without a verdict. */
export const formatWarning = ({ verdict, people }: Pick<OrderWarning, 'verdict' | 'people'>): string | null =>
  verdict &&
  formatMessage(walletWarningMessages.published, {
    people: formatPeople(people ?? 0),
    judged: verdictTexts[verdict].long,
  });
