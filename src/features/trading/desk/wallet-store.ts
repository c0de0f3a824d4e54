import { type Db, firstRow } from '../../../platform/database.ts';
import type { ListVersion } from '../../screening/sources.ts';
import type { ScreeningResult } from '../judging/release-rule.ts';

/** What was found about the wallet of an order, with the lists it rests on. */
export type WalletFound = {
  readonly address: string;
  readonly network: string;
  readonly symbol: string;
  readonly result: ScreeningResult;
  readonly riskScore: number;
  readonly categories: readonly string[];
  readonly provider: string;
  readonly lists: readonly ListVersion[];
  readonly at: Date;
};

/** The newest screening of an order; null where its wallet was never screened. */
export const walletOf = (tx: Db, orderId: string) =>
  firstRow<WalletFound>(tx)`
    select s.wallet_address address, s.network, s.crypto_symbol symbol, s.screening_result "result",
           s.risk_score "riskScore", s.risk_categories categories, s.provider, s.list_versions lists, s.created_at "at"
      from transactions t join blockchain_screening s on s.id = t.blockchain_screening_id
     where t.id = ${orderId}`;
