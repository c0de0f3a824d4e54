import { usd } from '../../../../kernel/money.ts';
import { worded } from '../../../../kernel/worded.ts';
import { dayText, momentText } from '../../../../ui/format.ts';
import { moneyWords } from '../../../../ui/money-text.tsx';
import { itemNames } from '../../items.ts';
import { identityNotices } from '../../messages.ts';
import { reviewPromise, type TierNumber } from '../../tiers.ts';
import type { OwnTier } from '../../views.ts';

/** What the cards say of a tier. Pure. */

export const tierNames: Readonly<Record<TierNumber, string>> = { 1: 'Tier 1', 2: 'Tier 2', 3: 'Enhanced KYC' };

const { standing: words } = identityNotices;

/** Monthly caps in whole US$ as they are in force; null is unlimited. */
export type Caps = { readonly tier1: number | null; readonly tier2: number | null; readonly gate: number };

const dollars = (whole: number) => moneyWords(usd(BigInt(whole) * 100n)).replace(/\.00$/, '');
const upTo = (cap: number | null) => (cap === null ? 'No monthly limit.' : `Up to ${dollars(cap)} a month.`);

/** What a tier asks for and what it opens; without figures while they are not known. */
export function unlocks(tier: TierNumber, caps: Caps | null): string {
  if (tier === 1) return `Who you are. ${caps ? upTo(caps.tier1) : 'A higher monthly limit.'}`;
  if (tier === 2) return `Address and income. ${caps ? upTo(caps.tier2) : 'The highest monthly limit.'}`;
  return `Source of funds. ${caps ? `Opens single orders of ${dollars(caps.gate)} or more.` : 'Opens large orders.'}`;
}

/** One line on where a tier stands: when it was submitted or decided, and what happens meanwhile. */
export function standing({ status, submittedAt, decidedAt, waitsFor }: OwnTier): string | null {
  if (status === 'approved')
    return worded(words.approved, { day: dayText(decidedAt ?? submittedAt ?? new Date(0), { year: true }) });
  if (status === 'pending' && submittedAt)
    return waitsFor === 'customer'
      ? words.asked
      : worded(words.submitted, { moment: momentText(submittedAt), time: reviewPromise.text });
  return null;
}

export type OpenItem = { readonly name: string; readonly text: string | null };

/** What has to be given again, each with its reason. */
export const openItems = ({ status, waitsFor, items }: OwnTier): readonly OpenItem[] =>
  status === 'rejected' || waitsFor === 'customer'
    ? items
        .filter(({ state }) => state === 'rejected' || state === 'wanted')
        .map(({ item, reason }) => ({ name: itemNames[item], text: reason?.text ?? null }))
    : [];

/**
 * The button of a tier. On the dashboard Start where nothing was submitted and Resubmit where something is to be given
 * again; on the profile Resubmit wherever something was submitted [000 §4 KYC per tier].
 */
export function buttonOf(tier: OwnTier, place: 'dashboard' | 'profile'): 'Start' | 'Resubmit' | null {
  if (tier.action === 'start') return 'Start';
  const asked = tier.status === 'rejected' || tier.waitsFor === 'customer';
  return asked || place === 'profile' ? 'Resubmit' : null;
}
