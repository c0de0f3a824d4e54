import { after } from '../../../../kernel/clock.ts';
import type { BadgeKind } from '../../../../ui/badge.tsx';
import type { call } from '../../../../ui/client.ts';
import { getAgeTint } from '../../../../ui/format.ts';
import type { ItemState } from '../../items.ts';
import type { RiskLevel, Trigger } from '../../risk.ts';
import type { KycStatus, TierNumber } from '../../tiers.ts';

export type IdentityPage = Awaited<ReturnType<typeof call.identity.queue>>;
export type IdentityLine = IdentityPage['lines'][number];
export type Review = Awaited<ReturnType<typeof call.identity.submission>>;
export type ReviewItem = Review['items'][number];
export type ReviewAct = Review['allowed'][number];
export type CustomerRecord = Awaited<ReturnType<typeof call.identity.customer>>;
export type CustomersPage = Awaited<ReturnType<typeof call.identity.customers>>;
export type CustomerLine = CustomersPage['lines'][number];

export const getTierLabel = (tier: TierNumber): string => (tier === 3 ? 'Tier 3, Enhanced' : `Tier ${tier}`);

type StatusLabel = { kind: BadgeKind; text: string };
const createLabel = (kind: BadgeKind, text: string): StatusLabel => ({ kind, text });

export function getQueueLabel({ waitsFor, firstApprover }: IdentityLine): StatusLabel {
  if (waitsFor === 'customer') return createLabel('other', 'With the customer');
  return firstApprover ? createLabel('pending', 'Second approval') : createLabel('pending', 'To review');
}

export function getReviewLabel({ status, waitsFor, proposal, newer }: Review): StatusLabel {
  if (status === 'approved') return createLabel('approved', 'Approved');
  if (status === 'rejected') return createLabel('rejected', 'Rejected');
  if (newer !== null) return createLabel('other', 'Replaced');
  if (waitsFor === 'customer') return createLabel('other', 'With the customer');
  return createLabel('pending', proposal ? 'Second approval' : 'To review');
}

export const statusLabels: Readonly<Record<KycStatus, StatusLabel>> = {
  not_submitted: createLabel('other', 'Not submitted'),
  pending: createLabel('pending', 'Pending'),
  approved: createLabel('approved', 'Approved'),
  rejected: createLabel('rejected', 'Rejected'),
};

export const itemLabels: Readonly<Record<ItemState, StatusLabel>> = {
  pending: createLabel('pending', 'To check'),
  accepted: createLabel('approved', 'Accepted'),
  rejected: createLabel('rejected', 'Rejected'),
  wanted: createLabel('note', 'More needed'),
};

export const riskLabels: Readonly<Record<RiskLevel, StatusLabel>> = {
  low: createLabel('approved', 'Low'),
  medium: createLabel('pending', 'Medium'),
  high: createLabel('rejected', 'High'),
  critical: createLabel('rejected', 'Critical'),
};

export const triggerLabels: Readonly<Record<Trigger, string>> = {
  pep: 'politically exposed',
  high_risk_jurisdiction: 'high-risk jurisdiction',
  income_threshold: 'income above J$1,000,000 a month',
  high_risk_occupation: 'high-risk occupation',
};

type Promised = { readonly submittedAt: Date; readonly dueAt: Date };

/** Returns `late` after the promised time, and `due` after half of it (decision B7). */
export const getPromiseTint = ({ submittedAt, dueAt }: Promised, now: Date): '' | 'due' | 'late' =>
  getAgeTint(submittedAt, after(now, submittedAt.getTime() - dueAt.getTime()), now);

const actionLabels: Readonly<Record<string, string>> = {
  accept: 'Accepted',
  reject_item: 'Rejected',
  want: 'More needed',
  first_approval: 'First approval',
  approval_back: 'First approval withdrawn',
  approve: 'Approved',
  reject: 'Submission rejected',
  ask_more: 'More requested from the customer',
};

export const getActionLabel = (act: string): string => {
  const plain = act.replaceAll('_', ' ');
  return actionLabels[act] ?? plain.charAt(0).toUpperCase() + plain.slice(1);
};
