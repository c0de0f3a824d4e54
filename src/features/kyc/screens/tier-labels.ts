import { formatMessage } from '../../../kernel/message-template.ts';
import { usd } from '../../../kernel/money.ts';
import { formatDateTime, formatDay } from '../../../ui/format.ts';
import { formatMoney } from '../../../ui/money-text.tsx';
import { identityNotices } from '../customer-messages.ts';
import { itemNames } from '../items.ts';
import { reviewPromise, type TierNumber } from '../tiers.ts';
import type { OwnTier } from '../views.ts';

export const tierNames: Readonly<Record<TierNumber, string>> = { 1: 'Tier 1', 2: 'Tier 2', 3: 'Enhanced KYC' };

const { standing: labels } = identityNotices;

/** Monthly limits and the order threshold in whole US$; null is unlimited. */
export type Caps = { readonly tier1: number | null; readonly tier2: number | null; readonly gate: number };

const formatDollars = (dollars: number) => formatMoney(usd(BigInt(dollars) * 100n)).replace(/\.00$/, '');
const formatCap = (cap: number | null) => (cap === null ? 'No monthly limit.' : `Up to ${formatDollars(cap)} a month.`);

export function describeBenefits(tier: TierNumber, caps: Caps | null): string {
  if (tier === 1) return `Your identity. ${caps ? formatCap(caps.tier1) : 'A higher monthly limit.'}`;
  if (tier === 2) return `Your address and income. ${caps ? formatCap(caps.tier2) : 'The highest monthly limit.'}`;
  const orders = caps ? `single orders of ${formatDollars(caps.gate)} or more` : 'large orders';
  return `Your source of funds. You can place ${orders}.`;
}

export function getStatusLine({ status, submittedAt, decidedAt, waitsFor }: OwnTier): string | null {
  if (status === 'approved')
    return formatMessage(labels.approved, { day: formatDay(decidedAt ?? submittedAt ?? new Date(0), { year: true }) });
  if (status === 'pending' && submittedAt)
    return waitsFor === 'customer'
      ? labels.asked
      : formatMessage(labels.submitted, { moment: formatDateTime(submittedAt), time: reviewPromise.text });
  return null;
}

export type OpenItem = { readonly name: string; readonly text: string | null };

export const getOpenItems = ({ status, waitsFor, items }: OwnTier): readonly OpenItem[] =>
  status === 'rejected' || waitsFor === 'customer'
    ? items
        .filter(({ state }) => state === 'rejected' || state === 'wanted')
        .map(({ item, reason }) => ({ name: itemNames[item], text: reason?.text ?? null }))
    : [];

/** 'Continue' opens the saved form. The dashboard offers Resubmit only for open items, the profile always [000 §4]. */
export function getButton(tier: OwnTier, place: 'dashboard' | 'profile'): 'Start' | 'Resubmit' | 'Continue' | null {
  if (tier.hasDraft) return 'Continue';
  if (tier.action === 'start') return 'Start';
  const isRequested = tier.status === 'rejected' || tier.waitsFor === 'customer';
  return isRequested || place === 'profile' ? 'Resubmit' : null;
}
