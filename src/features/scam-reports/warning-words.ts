import { said } from '../../kernel/said.ts';
import type { Indicator, IndicatorKind } from './indicators/indicator.ts';
import type { PublishedVerdict, Verdict } from './shapes.ts';

/**
 * How a judgement is put into words for others. Said as ours and as a judgement, never as a fact about somebody:
 * whoever is named was convicted of nothing here.
 */
export const verdictWords = {
  scam: { short: 'Judged a scam', long: 'From what we saw, we judge this to be a scam.' },
  likely: { short: 'Judged likely a scam', long: 'From what we saw, we judge it likely that this is a scam.' },
  unclear: { short: 'Unclear', long: 'From what we saw, we cannot say whether this is a scam.' },
  legitimate: {
    short: 'Judged legitimate',
    long: 'From what we saw, we judge this to be what it says it is. That is no promise for what comes.',
  },
  not_enough: { short: 'Not enough to judge', long: 'What we have is not enough to judge by.' },
} as const satisfies Record<Verdict, { short: string; long: string }>;

/** What stands with every warning. */
export const warningNotes = {
  ours: 'This is our own judgement of what was reported to us, on the day it was published. Nobody was convicted of anything by it.',
  only: 'It is about what is listed here and nothing else. Others may use the same name.',
  withdrawn: 'This warning was withdrawn on {day}. Please do not rely on copies of it.',
  unsafe: 'That nothing is listed about something does not mean that it is safe.',
} as const;

/** How many reported. One person alone is told of as such. */
export const peopleWords = {
  one: { text: 'One person reported it.' },
  several: { text: '{count} people reported it.' },
} as const;

export const peopleText = (count: number): string =>
  count === 1 ? peopleWords.one.text : said(peopleWords.several, { count: String(count) }).text;

export const kindWords: Readonly<Record<IndicatorKind, string>> = {
  domain: 'Website',
  wallet: 'Wallet',
  phone: 'Phone',
  handle: 'Account',
  email: 'Email',
  name: 'Name',
};

const familyWords: Readonly<Record<string, string>> = {
  bitcoin: 'Bitcoin',
  evm: 'Ethereum and alike',
  tron: 'Tron',
  solana: 'Solana',
  xrp: 'XRP',
};

/** What kind of thing it is, and within what. */
export const kindText = ({ kind, scope }: Pick<Indicator, 'kind' | 'scope'>): string =>
  scope === '' ? kindWords[kind] : `${kindWords[kind]}, ${familyWords[scope] ?? scope}`;

/** Words that say somebody did something, and what to write instead. */
const unsafe: readonly (readonly [RegExp, string])[] = [
  [/\b(criminals?|crooks?|thie(?:f|ves)|fraudsters?|scammers?)\b/iu, 'whoever stands behind it'],
  [/\b(stole|steals|robbed|robs|defrauded|defrauds)\b/iu, 'people report that they lost'],
  [/\bis (?:a )?(fraud|crime|criminal|illegal)\b/iu, 'we judge it likely that'],
  [/\b(guilty|convicted)\b/iu, 'people reported'],
];

/** The first word that a warning must not use, and what stands better there. */
export function unsafeWord(text: string): { readonly word: string; readonly instead: string } | null {
  for (const [pattern, instead] of unsafe) {
    const found = pattern.exec(text);
    if (found) return { word: found[0], instead };
  }
  return null;
}

export const isPublishable = (verdict: Verdict): verdict is PublishedVerdict =>
  verdict === 'scam' || verdict === 'likely' || verdict === 'legitimate';
