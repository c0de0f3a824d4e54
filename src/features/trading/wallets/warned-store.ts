import { type Db, firstRow } from '../../../platform/database.ts';
import type { Answers } from './coercion.ts';

/** The warning of the wallet that was shown when an order was placed, as it stood then, with what was answered. */
export type WarnedOrder = {
  readonly told: 'reported' | 'published';
  readonly verdict: 'scam' | 'likely' | null;
  readonly people: number | null;
  readonly slug: string | null;
  /** For the desk alone: whoever buys learns of no matter. */
  readonly matterId: string | null;
  readonly words: number;
  /** Null of a sell, which asks nothing. */
  readonly answers: Answers | null;
  readonly shownAt: Date;
};

export const warnedOf = (tx: Db, orderId: string) =>
  firstRow<WarnedOrder>(tx)`
    select told, verdict, people, slug, matter_id "matterId", words, shown_at "shownAt",
        case when own_keys is not null then jsonb_build_object('toldToPay', told_to_pay, 'hurried', hurried,
          'ownKeys', own_keys) end answers
      from order_warnings where order_id = ${orderId}`;
