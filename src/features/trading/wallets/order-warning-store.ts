import { currentUserId, type Db, firstRow, firstValue } from '../../../platform/database/database.ts';
import type { Network } from '../../assets/networks.ts';
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

type Destination = { readonly network: Network; readonly address: string; readonly tag: number | null };

/** True when the signed-in customer has an order of any status to this address. */
export const hasBoughtTo = async (tx: Db, { network, address, tag }: Destination) =>
  (await firstValue<boolean>(tx)`
    select exists (select from transactions where user_id = ${currentUserId} and type = 'buy' and network = ${network}
        and wallet_address = ${address} and destination_tag is not distinct from ${tag}::bigint) used`) ?? false;
