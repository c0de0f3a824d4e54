import { ORPCError } from '@orpc/client';
import { type Filling, type PlacesOf, worded } from '../../../../kernel/worded.ts';
import { moneyWords } from '../../../../ui/money-text.tsx';
import { refusalWords } from '../../../../ui/refusal-words.ts';
import { type Notice, toastError, toastInfo } from '../../../../ui/toast.ts';
import { tradingMessages, tradingNotices } from '../../messages.ts';
import type { OrderRefusal } from '../../quoting/limits.ts';

/**
 * Which of the words of `messages.ts` is told for what stands in the way of an order, and the toasts around a form [001
 * §8 Trading].
 */

export type Words = { title: string; text: string };

/** A verdict in words: which threshold, and what the customer can do about it. */
export function verdictWords(refusal: OrderRefusal): Words {
  if (refusal.code === 'not_possible' || refusal.code === 'enhanced_kyc_required')
    return wordsOf(tradingMessages[`trading.${refusal.code}`], {});
  const whole = (text: string) => text.replace(/^\D+|\.00$/g, '');
  if (refusal.code === 'too_small')
    return wordsOf(tradingMessages['trading.too_small'], {
      smallest: moneyWords(refusal.smallest).replace(/\.00$/, ''),
    });
  if (refusal.code !== 'monthly_limit_reached')
    return wordsOf(tradingMessages[`trading.${refusal.code}`], { most: String(refusal.most) });
  const code = refusal.tier === 'none' ? 'trading.monthly_limit_no_tier' : 'trading.monthly_limit_reached';
  return wordsOf(tradingMessages[code], { cap: whole(moneyWords(refusal.capUsd)) });
}

type Sentence<T> = { title?: string; text: T };
const wordsOf = <T extends string>({ title = 'Error', text }: Sentence<T>, filling: Filling<PlacesOf<T>>) => ({
  title,
  text: worded(text, filling),
});

/** The missing-field toast, 'Please complete the form' with the list of what is missing [001 §5 Buy form]. */
export function sayIncomplete(names: readonly string[]): void {
  toastError(tradingNotices.incomplete, { what: names.join(', ') });
}

/** The toast of an accepted order about its wallet, if anything [001 §4 Pre-creation checks]. */
export function sayOfWallet(notice: keyof typeof tradingNotices.ofWallet | null): void {
  if (notice !== null) toastInfo(tradingNotices.ofWallet[notice]);
}

const ownWords = ['general.fault', 'general.unavailable'];

/** The documented words around what is known of a fault. */
export type Failed = Notice<`${string}{message}`>;

/** A failed command: what the refusal says, or the documented fallback. */
export function sayFailure(error: unknown, fallback: Failed): void {
  const words = refusalWords(error);
  const known = words.code !== undefined && !ownWords.includes(words.code);
  if (known) toastError(words);
  else toastError(fallback, { message: words.text });
}

/** The order that a refusal names as the one placed before; null for every other failure. Tells its words. */
export function orderPlacedBefore(error: unknown): string | null {
  if (!(error instanceof ORPCError) || error.code !== 'trading.same_order_just_placed') return null;
  toastInfo(refusalWords(error));
  const data: unknown = error.data;
  return typeof data === 'object' && data !== null && 'orderId' in data ? String(data.orderId) : null;
}
