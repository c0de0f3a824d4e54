import { allRows, type Db } from '../../../platform/database.ts';

/** Orders of one person that stay below the threshold each. `amount`: J$ of all, as exact text. */
export type Slices = {
  readonly userId: string;
  readonly orders: number;
  readonly amount: string;
  readonly references: string[];
};

type Asked = { readonly since: Date; readonly thresholdUsd: string; readonly at: Date };

/** Whose orders reach the threshold together within 24 hours that ended since then; each order is answered once. */
export const slicesSince = (tx: Db, { since, thresholdUsd, at }: Asked) =>
  allRows<Slices>(tx)`
    select user_id "userId", orders, amount::text, refs "references"
      from app.slices_found(${since}::timestamptz, ${thresholdUsd}::numeric, ${at}::timestamptz)`;
