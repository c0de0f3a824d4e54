import { allRows, type Db } from '../../../platform/database/database.ts';

/** `amount` is the total in J$, as decimal text. Every order is below the threshold. */
export type StructuredOrders = {
  readonly userId: string;
  readonly orders: number;
  readonly amount: string;
  readonly references: string[];
};

type StructuringQuery = { readonly since: Date; readonly thresholdUsd: string; readonly at: Date };

/** Finds customers whose orders within 24 hours add up to the threshold. Reports each order once. */
export const structuredOrdersSince = (tx: Db, { since, thresholdUsd, at }: StructuringQuery) =>
  allRows<StructuredOrders>(tx)`
    select user_id "userId", orders, amount::text, refs "references"
      from app.find_structuring(${since}::timestamptz, ${thresholdUsd}::numeric, ${at}::timestamptz)`;
