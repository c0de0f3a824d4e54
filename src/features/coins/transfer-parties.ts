/**
 * The travel rule (FATF recommendations 15 and 16): from US$1,000 on, the one threshold (decision E5), it is asked who
 * holds the wallet that sends or receives the coins, and where. The other side of the transfer is always us and our
 * customer.
 */
export const custodies = ['self', 'provider'] as const;
export type Custody = (typeof custodies)[number];

/** What the forms ask: `holder` is empty where the wallet is the customer's own. */
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

/** What was told, or null while it says too little: a provider has a name. */
export function readHolding({ custody, custodian, walletOwner }: WalletHolding): TransferParties | null {
  if (custody === null || (custody === 'provider' && custodian === '')) return null;
  return { custody, provider: custody === 'provider' ? custodian : null, holder: walletOwner || null };
}

/** One line for staff and for the report to the authority. */
export const holdingText = ({ custody, provider, holder }: TransferParties): string =>
  `${custody === 'self' ? 'self-hosted' : `with ${provider}`}, ${holder ? `in the name of ${holder}` : "the customer's own"}`;
