import { decimal } from '../../kernel/decimal.ts';
import { jmd, type Money, usd } from '../../kernel/money.ts';
import { grouped } from '../../ui/figures.ts';
import type { Settings } from '../settings/schema.ts';
import { thresholdUsd } from '../settings/threshold.ts';
import { limitVerdict, monthlyLimit, type Tier } from '../trading/quoting/limits.ts';
import { papers } from './content/papers.ts';
import { type HomeNeeds, noNeed } from './facts.ts';

type Rules = Pick<Settings, 'rates' | 'caps' | 'order_sizes'>;
type Shown = { readonly tier: Tier; readonly enhanced: boolean };

/** What somebody may have shown, the least first. Enhanced KYC is open after Tier 1. */
const ladder: readonly Shown[] = [
  { tier: 'none', enhanced: false },
  { tier: 'tier1', enhanced: false },
  { tier: 'tier1', enhanced: true },
  { tier: 'tier2', enhanced: false },
  { tier: 'tier2', enhanced: true },
];

type Purchase = { readonly pay: Money; readonly rules: Rules; readonly now: Date };

const nothing = jmd(0n);
const none = { now: 0, most: 1 };

/** Why whoever has shown this much, and bought nothing yet, may not buy for so much; null where they may. */
function refusalOf({ tier, enhanced }: Shown, { pay, rules, now }: Purchase) {
  const { rates, caps, order_sizes } = rules;
  const cap = caps[tier];
  const buyRate = decimal(rates.buy);
  const capUsd = cap === null ? null : usd(BigInt(cap) * 100n);
  const limit = monthlyLimit({ tier, capUsd, buyRate, usedNet: nothing, heldNet: nothing }, now);
  return limitVerdict(
    { side: 'buy', gross: pay },
    {
      ...{ limit, enhanced, buyRate, thresholdUsd: thresholdUsd({ caps }) },
      ...{ smallest: jmd(BigInt(order_sizes.smallest.buy) * 100n), stopped: false },
      counts: { open: none, unpaid: none, today: none },
    },
  );
}

const dollars = (whole: number): string => `US$${grouped(String(whole))}`;
const upTo = (cap: number | null): string => (cap === null ? 'No monthly limit.' : `Up to ${dollars(cap)} a month.`);

const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;

/** The papers of each step and what it opens. */
const steps = ({ caps }: Rules) => ({
  tier1: { name: 'Tier 1', text: `${sentence(papers.tier1)} ${upTo(caps.tier1)}` },
  tier2: { name: 'Tier 2', text: `${sentence(papers.tier2)} ${upTo(caps.tier2)}` },
  enhanced: {
    name: 'Enhanced KYC',
    text: `${sentence(papers.enhanced)} Asked for orders of ${dollars(caps.gate)} or more.`,
  },
});

/** What a purchase of this size asks of whoever is new: judged by the rule that judges every order. */
export function needsOf(purchase: Purchase): Omit<HomeNeeds, 'review'> {
  const shown = ladder.find((one) => refusalOf(one, purchase) === null);
  const { rules } = purchase;
  const { order_sizes, caps } = rules;
  if (!shown) {
    const smallest = `The smallest purchase is J$${grouped(String(order_sizes.smallest.buy))}.`;
    return { title: 'Too little to buy', lines: linesOf([{ name: '', text: smallest }]) };
  }
  if (shown.tier === 'none') {
    const text = `Whoever has an account may trade before any check. ${upTo(caps.none)}`;
    return { title: 'No papers for this amount', lines: linesOf([{ name: '', text }]) };
  }
  const { tier1, tier2, enhanced } = steps(rules);
  const asked = [tier1, ...(shown.tier === 'tier2' ? [tier2] : []), ...(shown.enhanced ? [enhanced] : [])];
  return { title: 'What you show once for this amount', lines: linesOf(asked) };
}

type Line = { readonly name: string; readonly text: string };

const linesOf = (lines: readonly Line[]): HomeNeeds['lines'] =>
  Array.from({ length: 3 }, (_, at) => {
    const line = lines[at];
    return line ? { lineClass: 'known', ...line } : noNeed;
  });
