import { z } from 'zod';
import { parseMoney } from '../../../kernel/money.ts';
import { UuidSchema } from '../../../kernel/uuid.ts';
import { otherCurrencyMessage, PlaceBuyOrder, QuoteBuy } from '../schema.ts';
import { intervals, lastDays } from './schedule.ts';

/** `day` may be text, as a form has it. */
export const SetRecurringBuy = z
  .strictObject({
    symbol: QuoteBuy.shape.symbol,
    currency: QuoteBuy.shape.currency,
    amount: QuoteBuy.shape.amount,
    every: z.enum(intervals),
    day: z.coerce.number<string | number>().int().min(1).max(lastDays.month),
    network: PlaceBuyOrder.shape.network,
    walletAddress: PlaceBuyOrder.shape.walletAddress,
    destinationTag: PlaceBuyOrder.shape.destinationTag,
  })
  .refine(({ amount, currency }) => parseMoney(amount, currency, 'down') !== null, {
    path: ['amount'],
    message: otherCurrencyMessage,
  })
  .refine(({ every, day }) => day <= lastDays[every], { path: ['day'], message: 'Please choose a day' });

const planId = UuidSchema;
export const OneRecurringBuy = z.strictObject({ planId });
export const PauseRecurringBuy = z.strictObject({ planId, paused: z.boolean() });
export const ChangeRecurringBuy = z.strictObject({ planId, amount: QuoteBuy.shape.amount });
