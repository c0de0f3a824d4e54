import { type Db, firstRow } from '../../../platform/database/database.ts';
import type { Answers } from './scam-questions.ts';

export type OrderWarning = {
  readonly shown: 'reported' | 'published';
  readonly verdict: 'scam' | 'likely' | null;
  readonly people: number | null;
  readonly slug: string | null;
  /** Scam case, shown to staff only. */
  readonly matterId: string | null;
  readonly words: number;
  readonly answers: Answers | null;
  readonly shownAt: Date;
};

export const findOrderWarning = (tx: Db, orderId: string) =>
  firstRow<OrderWarning>(tx)`
    select warning_level shown, verdict, reporter_count people, slug, scam_case_id "matterId", questionnaire_version words, shown_at "shownAt",
        case when controls_wallet is not null then jsonb_build_object('askedToPay', instructed_to_pay, 'hurried', hurried,
          'ownKeys', controls_wallet) end answers
      from order_warnings where order_id = ${orderId}`;
