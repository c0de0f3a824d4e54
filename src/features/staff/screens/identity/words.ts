import { after } from '../../../../kernel/clock.ts';
import type { BadgeKind } from '../../../../ui/badge.tsx';
import { dateText } from '../../../../ui/format.ts';
import type { ItemState } from '../../../identity/items.ts';
import type { RiskLevel, Trigger } from '../../../identity/risk.ts';
import type { KycStatus, TierNumber } from '../../../identity/tiers.ts';
import { readTrn, trnText } from '../../../identity/trn.ts';
import { ageTint } from '../../../trading/screens/desk-words.ts';
import type { IdentityLine, Review } from './data.ts';

export const tierWord = (tier: TierNumber): string => (tier === 3 ? 'Tier 3, Enhanced' : `Tier ${tier}`);

type Word = { kind: BadgeKind; text: string };
const word = (kind: BadgeKind, text: string): Word => ({ kind, text });

/** Where a submission stands for whoever looks at the queue. */
export function lineWord({ waitsFor, firstApprover }: IdentityLine): Word {
  if (waitsFor === 'customer') return word('other', 'With the customer');
  return firstApprover ? word('pending', 'Second approval') : word('pending', 'To review');
}

/** The same on its own page, decided or not. */
export function reviewWord({ status, waitsFor, proposal, newer }: Review): Word {
  if (status === 'approved') return word('approved', 'Approved');
  if (status === 'rejected') return word('rejected', 'Rejected');
  if (newer !== null) return word('other', 'Replaced');
  if (waitsFor === 'customer') return word('other', 'With the customer');
  return word('pending', proposal ? 'Second approval' : 'To review');
}

export const statusWords: Readonly<Record<KycStatus, Word>> = {
  not_submitted: word('other', 'Not submitted'),
  pending: word('pending', 'Pending'),
  approved: word('approved', 'Approved'),
  rejected: word('rejected', 'Rejected'),
};

export const itemWords: Readonly<Record<ItemState, Word>> = {
  pending: word('pending', 'To check'),
  accepted: word('approved', 'Accepted'),
  rejected: word('rejected', 'Rejected'),
  wanted: word('note', 'More wanted'),
};

export const riskWords: Readonly<Record<RiskLevel, Word>> = {
  low: word('approved', 'Low'),
  medium: word('pending', 'Medium'),
  high: word('rejected', 'High'),
  critical: word('rejected', 'Critical'),
};

export const triggerWords: Readonly<Record<Trigger, string>> = {
  pep: 'politically exposed',
  high_risk_jurisdiction: 'high-risk jurisdiction',
  income_threshold: 'income above J$1,000,000 a month',
  high_risk_occupation: 'high-risk occupation',
};

type Promised = { readonly submittedAt: Date; readonly dueAt: Date };

/** The tint of an age: late once the promised time is over, due from its half on (decision B7). */
export const promiseTint = ({ submittedAt, dueAt }: Promised, now: Date): '' | 'due' | 'late' =>
  ageTint(submittedAt, after(now, submittedAt.getTime() - dueAt.getTime()), now);

/** A fact as it is compared with a document: a TRN in its three groups, a date with its month as a word. */
export function factText([label, value]: readonly [label: string, value: string]): string {
  const digits = /\bTRN\b/i.test(label) ? readTrn(value) : null;
  if (digits !== null) return trnText(digits);
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? dateText(value) : value;
}

const actWords: Readonly<Record<string, string>> = {
  accept: 'Accepted',
  reject_item: 'Rejected',
  want: 'More wanted',
  first_approval: 'Approved by the first person',
  approval_back: 'First approval taken back',
  approve: 'Approved',
  reject: 'Submission rejected',
  ask_more: 'Customer asked for more',
};

/** What happened, as a line of the history. */
export const actWord = (act: string): string => {
  const plain = act.replaceAll('_', ' ');
  return actWords[act] ?? plain.charAt(0).toUpperCase() + plain.slice(1);
};
