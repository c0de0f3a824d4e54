import { asSystem } from '../../platform/database.ts';
import type { Services } from '../../platform/procedure.ts';
import { countTry, takeBackTry } from '../../platform/rate-limit.ts';
import { isIdentified } from './hit-store.ts';
import type { CustomerFacts } from './match-party.ts';
import { askNameProviders } from './name-providers.ts';
import { type ProviderAnswer, ProviderDown } from './provider.ts';
import type { Like } from './screen-names.ts';
import type { Wallet } from './screen-wallet.ts';
import { askWalletProviders, unanswered } from './wallet-providers.ts';

/**
 * How often other companies are asked within a day: they are paid by the question. Beyond it they count as companies
 * that do not answer: nothing is clear, and what waits for it is held.
 */
const seconds = 24 * 60 * 60;

/** What one customer may have us ask: more than anybody orders. */
export const questionsOfOne = 40;

type Counting = Pick<Services, 'db' | 'pool' | 'clock' | 'config'>;
type About = 'wallets' | 'names';

/** For whom something is asked: a customer, staff, or nobody's account. */
export type Asker = { readonly userId: string } | 'staff' | 'nobody';

/** A bound that was reached. `isFirst`: by this question, of which compliance is told; and how many there were. */
export type Reached = { readonly of: 'one' | 'unidentified' | 'all'; readonly isFirst: boolean; readonly most: number };
/** `reached`: null where it may be asked. What nobody answered, or nobody is told of, is taken back. */
type Counted = { readonly reached: Reached | null; readonly takeBack: () => Promise<void> };

/** What all customers together may have us ask who never showed who they are: the others keep three quarters. */
const ofUnidentified = (all: number): number => Math.max(1, Math.floor(all / 4));

type Bound = { readonly key: string; readonly most: number; readonly of: Reached['of'] };

/** Which bounds a question is counted under, the narrowest first. What staff ask has as many again as everybody. */
async function boundsOf({ pool, config }: Counting, about: About, asker: Asker): Promise<Bound[]> {
  const key = `questions:${about}`;
  const all = config.screening.questionsADay;
  if (asker === 'staff') return [{ key: `${key}:staff`, most: all, of: 'all' }];
  const ofAll: Bound = { key, most: all, of: 'all' };
  if (asker === 'nobody') return [ofAll];
  const { userId } = asker;
  const known = await asSystem(pool, (tx) => isIdentified(tx, userId));
  const strangers = { key: `${key}:unidentified`, most: ofUnidentified(all), of: 'unidentified' } as const;
  const own = { key: `${key}:${userId}`, most: questionsOfOne, of: 'one' } as const;
  return [own, ...(known ? [] : [strangers]), ofAll];
}

/**
 * Counts a question for whoever it is asked. One that is too many under a bound is not asked, so it counts under that
 * bound alone, and is taken back under those before it.
 */
export async function countQuestion(counting: Counting, about: About, asker: Asker): Promise<Counted> {
  const { db, clock } = counting;
  const counted: string[] = [];
  const takeBack = async () => {
    for (const key of counted.splice(0)) await takeBackTry(db, key);
  };
  for (const { key, most, of } of await boundsOf(counting, about, asker)) {
    const tries = await countTry(db, key, { seconds, now: clock() });
    const isTooMany = tries > most;
    if (isTooMany) await takeBack();
    counted.push(key);
    if (isTooMany) return { reached: { of, isFirst: tries === most + 1, most }, takeBack };
  }
  return { reached: null, takeBack };
}

/** Why a company was not asked, for staff. */
export const noneLeft = 'the questions of this day are used up';

/**
 * Asks the providers about a wallet, by ourselves or because staff want it, while there are questions left. What nobody
 * answered counts as none: whoever waits is asked about again each minute, and some of them, while a company is silent,
 * would use up the questions of all who order that day.
 */
export async function askToday(counting: Counting, wallet: Wallet, asker: Asker): Promise<ProviderAnswer[]> {
  const silent = unanswered(counting, noneLeft);
  if (silent.length === 0) return silent;
  const counted = await countQuestion(counting, 'wallets', asker);
  if (counted.reached) {
    await counted.takeBack();
    return silent;
  }
  const answers = await askWalletProviders(counting, wallet);
  if (answers.every(({ result }) => result === 'error')) await counted.takeBack();
  return answers;
}

/** The same about the names of somebody. Throws {@link ProviderDown} where none are left: whoever asks tries again. */
export async function askNamesToday(counting: Counting, facts: CustomerFacts, asker: Asker): Promise<Like[]> {
  if (!counting.config.screening.openSanctions) return [];
  const counted = await countQuestion(counting, 'names', asker);
  try {
    if (counted.reached) throw new ProviderDown('OpenSanctions', noneLeft);
    return await askNameProviders(counting, facts);
  } catch (error) {
    await counted.takeBack();
    throw error;
  }
}
