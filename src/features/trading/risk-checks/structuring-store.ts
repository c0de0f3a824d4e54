import { allRows, type Db } from '../../../platform/database.ts';

/** `amount` is the exact J$ total of the orders, each below the threshold. */
export type StructuredOrders = {
  readonly userId: string;
  readonly orders: number;
  readonly amount: string;
  readonly references: string[];
};

type StructuringQuery = { readonly since: Date; readonly thresholdUsd: string; readonly at: Date };

/** Orders that reach the threshold together within 24 hours. Each order is reported once. */
export const structuredOrdersSince = (tx: Db, { since, thresholdUsd, at }: StructuringQuery) =>
  allRows<StructuredOrders>(tx)`
    select user_id "userId", orders, amount::text, refs "references"
      from app.find_structuring(${since}::timestamptz, ${thresholdUsd}::numeric, ${at}::timestamptz)`;
