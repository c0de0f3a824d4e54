import type { Db } from '../../platform/database.ts';
import { countTry, takeBackTry } from '../../platform/rate-limit.ts';
import type { CustomerFacts } from './match-party.ts';
import { askNameProviders } from './name-providers.ts';
import { type ProviderAnswer, ProviderDown } from './provider.ts';
import type { Like } from './screen-names.ts';
import type { Wallet } from './screen-wallet.ts';
import { type Asking, askWalletProviders, unanswered } from './wallet-providers.ts';

/**
 * How often other companies are asked within a day: they are paid by the question. Beyond it they count as companies
 * that do not answer: nothing is clear, and what waits for it is held.
 */
const seconds = 24 * 60 * 60;

/** What one customer may have us ask: more than anybody orders. */
export const questionsOfOne = 40;

type Counting = Asking & { readonly db: Db };
type About = 'wallets' | 'names';

/** `spent`: this question is the first that is too many, which somebody is told of. `none`: one after that. */
export type Left = 'some' | 'spent' | 'none';
const leftOf = (counted: number, most: number): Left =>
  counted <= most ? 'some' : counted === most + 1 ? 'spent' : 'none';

/** Counts a question of one customer. */
export const countOfOne = async ({ db, clock }: Counting, about: About, userId: string): Promise<Left> =>
  leftOf(await countTry(db, `questions:${about}:${userId}`, { seconds, now: clock() }), questionsOfOne);

const keyOfAll = (about: About, forStaff: boolean): string => `questions:${about}${forStaff ? ':staff' : ''}`;

/** The same of everybody. What staff ask has as many again: pay-outs go on where customers used up theirs. */
export async function countOfAll(counting: Counting, about: About, forStaff = false): Promise<Left> {
  const { db, clock, config } = counting;
  return leftOf(
    await countTry(db, keyOfAll(about, forStaff), { seconds, now: clock() }),
    config.screening.questionsADay,
  );
}

export const usedUp = 'the questions of this day are used up';

/**
 * Asks the providers about a wallet, by ourselves or because staff want it, while there are questions left. What nobody
 * answered counts as none: whoever waits is asked about again each minute, and some of them, while a company is silent,
 * would use up the questions of all who order that day.
 */
export async function askToday(counting: Counting, wallet: Wallet, forStaff = false): Promise<ProviderAnswer[]> {
  const silent = unanswered(counting, usedUp);
  if (silent.length === 0) return silent;
  if ((await countOfAll(counting, 'wallets', forStaff)) !== 'some') return silent;
  const answers = await askWalletProviders(counting, wallet);
  if (answers.every(({ result }) => result === 'error')) await takeBackTry(counting.db, keyOfAll('wallets', forStaff));
  return answers;
}

/** The same about the names of somebody. Throws {@link ProviderDown} where none are left: whoever asks tries again. */
export async function askNamesToday(
  counting: Counting,
  facts: CustomerFacts,
  userId: string | null = null,
): Promise<Like[]> {
  if (!counting.config.screening.openSanctions) return [];
  const ofOne = userId === null ? 'some' : await countOfOne(counting, 'names', userId);
  if (ofOne !== 'some' || (await countOfAll(counting, 'names')) !== 'some')
    throw new ProviderDown('OpenSanctions', usedUp);
  return askNameProviders(counting, facts);
}
