import { ORPCError } from '@orpc/client';
import { formatMessage, type MessageParamNames, type MessageParams } from '../../../../kernel/message-template.ts';
import { errorMessage } from '../../../../ui/error-message.ts';
import { formatMoney } from '../../../../ui/money-text.tsx';
import { type ToastMessage, toastError, toastInfo } from '../../../../ui/toast.ts';
import { tradingNotices } from '../../customer-messages.ts';
import { tradingMessages } from '../../messages.ts';
import type { PreviewRefusal } from '../../quoting/preview.ts';

/** Toasts of the order forms [001 §8 Trading]. */

export type Toast = { title: string; text: string };

export function formatRefusal(refusal: PreviewRefusal): Toast {
  if (refusal.code === 'not_possible' || refusal.code === 'enhanced_kyc_required' || refusal.code === 'lesson_first')
    return formatTitleAndText(tradingMessages[`trading.${refusal.code}`], {});
  if ('symbol' in refusal)
    return formatTitleAndText(tradingMessages[`trading.${refusal.code}`], { symbol: refusal.symbol });
  const toDollars = (text: string) => text.replace(/^\D+|\.00$/g, '');
  if (refusal.code === 'too_small')
    return formatTitleAndText(tradingMessages['trading.too_small'], {
      smallest: formatMoney(refusal.smallest).replace(/\.00$/, ''),
    });
  if (refusal.code !== 'monthly_limit_reached')
    return formatTitleAndText(tradingMessages[`trading.${refusal.code}`], { most: String(refusal.most) });
  const code = refusal.tier === 'none' ? 'trading.monthly_limit_no_tier' : 'trading.monthly_limit_reached';
  return formatTitleAndText(tradingMessages[code], { cap: toDollars(formatMoney(refusal.capUsd)) });
}

type Sentence<T> = { title?: string; text: T };
const formatTitleAndText = <T extends string>(
  { title = 'Error', text }: Sentence<T>,
  params: MessageParams<MessageParamNames<T>>,
) => ({
  title,
  text: formatMessage(text, params),
});

/** [001 §5 Buy form] */
export function toastIncomplete(names: readonly string[]): void {
  toastError(tradingNotices.incomplete, { what: names.join(', ') });
}

/** [001 §4 Pre-creation checks] */
export function toastWalletNotice(notice: keyof typeof tradingNotices.ofWallet | null): void {
  if (notice !== null) toastInfo(tradingNotices.ofWallet[notice]);
}

const genericCodes = ['general.fault', 'general.unavailable'];

export type FailureToast = ToastMessage<`${string}{message}`>;

export function toastFailure(error: unknown, fallback: FailureToast): void {
  const message = errorMessage(error);
  const isSpecific = message.code !== undefined && !genericCodes.includes(message.code);
  if (isSpecific) toastError(message);
  else toastError(fallback, { message: message.text });
}

/** Shows a toast for a duplicate order and returns the id of the earlier order. Null for other errors. */
export function handleDuplicate(error: unknown): string | null {
  if (!(error instanceof ORPCError) || error.code !== 'trading.same_order_just_placed') return null;
  toastInfo(errorMessage(error));
  const data: unknown = error.data;
  return typeof data === 'object' && data !== null && 'orderId' in data ? String(data.orderId) : null;
}
