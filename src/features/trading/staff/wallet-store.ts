import { type Db, firstRow } from '../../../platform/database/database.ts';
import type { ListVersion } from '../../screening/sources.ts';
import type { ScreeningResult } from '../risk-checks/release-rule.ts';

export type WalletScreeningDetails = {
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

export const findWalletScreening = (tx: Db, orderId: string) =>
  firstRow<WalletScreeningDetails>(tx)`
    select s.wallet_address address, s.network, s.crypto_symbol symbol, s.screening_result "result",
           s.risk_score "riskScore", s.risk_categories categories, s.provider, s.list_versions lists, s.created_at "at"
      from transactions t join blockchain_screening s on s.id = t.blockchain_screening_id
     where t.id = ${orderId}`;
