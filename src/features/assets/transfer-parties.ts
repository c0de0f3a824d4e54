/** Travel rule (FATF 15 and 16): orders from US$1,000 must name the holder of the wallet (decision E5). */
export const custodies = ['self', 'provider'] as const;
export type Custody = (typeof custodies)[number];

export type WalletHolding = {
  readonly custody: Custody | null;
  readonly custodian: string;
  readonly walletOwner: string;
};

export type TransferParties = {
  readonly custody: Custody;
  readonly provider: string | null;
  readonly holder: string | null;
};

export function parseHolding({ custody, custodian, walletOwner }: WalletHolding): TransferParties | null {
  if (custody === null || (custody === 'provider' && custodian === '')) return null;
  return { custody, provider: custody === 'provider' ? custodian : null, holder: walletOwner || null };
}

export const formatHolding = ({ custody, provider, holder }: TransferParties): string =>
  `${custody === 'self' ? 'self-hosted' : `with ${provider}`}, ${holder ? `in the name of ${holder}` : "the customer's own"}`;
