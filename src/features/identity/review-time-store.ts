import { type Db, onlyRow } from '../../platform/database.ts';

/** Checks that people decided, and within how many hours they decided the quicker half; null of none. */
type Measured = { readonly decided: number; readonly hours: number | null };

/** The checks of Tiers 1 and 2 that were decided since then. */
export const reviewsSince = (tx: Db, since: Date) =>
  onlyRow<Measured>(tx)`
    select count(*)::int decided,
           ceil(percentile_cont(0.5) within group (order by extract(epoch from decided_at - created_at)) / 3600)::int hours
      from kyc_submissions where decided_at >= ${since} and tier in (1, 2)`;
