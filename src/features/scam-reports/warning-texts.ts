import { formatMessages } from '../../kernel/message-template.ts';
import { addressFamilyRows, isAddressFamily } from '../assets/families.ts';
import type { Indicator, IndicatorKind, PublishedVerdict, Verdict } from './types.ts';

/** Public texts of verdicts. They state our judgement, never a fact about a person. */
export const verdictTexts = {
  scam: { short: 'Judged a scam', long: 'From what we saw, we judge this to be a scam.' },
  likely: { short: 'Likely a scam', long: 'From what we saw, we judge it likely that this is a scam.' },
  unclear: { short: 'Unclear', long: 'From what we saw, we cannot say whether this is a scam.' },
  legitimate: { short: 'Judged legitimate', long: 'From what we saw, we judge this to be genuine. That can change.' },
  not_enough: { short: 'Not enough information', long: "We don't have enough information for a verdict." },
} as const satisfies Record<Verdict, { short: string; long: string }>;

export const warningNotes = {
  ours: "This is our judgement of the reports on the day it was published. It's a warning, not a conviction.",
  only: "It covers only what's listed here. Others may use the same name.",
  withdrawn: "We withdrew this warning on {day}. Please don't rely on copies of it.",
  unsafe: "Something that isn't listed may still be unsafe.",
} as const;

export const peopleTexts = {
  one: { text: 'One person reported this.' },
  several: { text: '{count} people reported this.' },
} as const;

export const formatPeople = (count: number): string =>
  count === 1 ? peopleTexts.one.text : formatMessages(peopleTexts.several, { count: String(count) }).text;

export const kindLabels: Readonly<Record<IndicatorKind, string>> = {
  domain: 'Website',
  wallet: 'Wallet',
  phone: 'Phone',
  handle: 'Account',
  email: 'Email',
  name: 'Name',
};

export const formatKind = ({ kind, scope }: Pick<Indicator, 'kind' | 'scope'>): string =>
  scope === ''
    ? kindLabels[kind]
    : `${kindLabels[kind]}, ${isAddressFamily(scope) ? addressFamilyRows[scope].shortName : scope}`;

/** Words that accuse a person, with a neutral replacement. */
const unsafePatterns: readonly (readonly [RegExp, string])[] = [
  [/\b(criminals?|crooks?|thie(?:f|ves)|fraudsters?|scammers?)\b/iu, 'the people behind it'],
  [/\b(stole|steals|robbed|robs|defrauded|defrauds)\b/iu, 'people report that they lost'],
  [/\bis (?:a )?(fraud|crime|criminal|illegal)\b/iu, 'we judge it likely that'],
  [/\b(guilty|convicted)\b/iu, 'people reported'],
];

export function findUnsafeWord(text: string): { readonly word: string; readonly instead: string } | null {
  for (const [pattern, instead] of unsafePatterns) {
    const found = pattern.exec(text);
    if (found) return { word: found[0], instead };
  }
  return null;
}

export const isPublishable = (verdict: Verdict): verdict is PublishedVerdict =>
  verdict === 'scam' || verdict === 'likely' || verdict === 'legitimate';
