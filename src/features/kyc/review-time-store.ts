import { type Db, onlyRow } from '../../platform/database/database.ts';

/** Number of decided reviews, and their median hours; null when there are none. */
type ReviewMeasure = { readonly decided: number; readonly hours: number | null };

export const measureReviewsSince = (tx: Db, since: Date) =>
  onlyRow<ReviewMeasure>(tx)`
    select count(*)::int decided,
           ceil(percentile_cont(0.5) within group (order by extract(epoch from decided_at - created_at)) / 3600)::int hours
      from kyc_submissions where decided_at >= ${since} and tier in (1, 2)`;
