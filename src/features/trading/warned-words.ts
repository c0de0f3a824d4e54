import { worded } from '../../kernel/worded.ts';
import { peopleText, verdictWords } from '../scam-reports/warning-words.ts';
import { walletWarningWords } from './own-messages.ts';
import type { WarnedOrder } from './wallets/warned-store.ts';

/** The warning that an order carries, in the words that were shown; null where nobody of ours had judged it. */
export const warnedText = ({ verdict, people }: Pick<WarnedOrder, 'verdict' | 'people'>): string | null =>
  verdict &&
  worded(walletWarningWords.published, { people: peopleText(people ?? 0), judged: verdictWords[verdict].long });
