import type { StoredFile } from '../../../../ui/send-file.ts';
import { type AssetSymbol, assets, isAssetSymbol } from '../../coins/assets.ts';
import { isNetwork, type Network } from '../../coins/networks.ts';
import { type Custody, readHolding, type WalletHolding } from '../../coins/transfer-parties.ts';
import { tradingMessages } from '../../messages.ts';
import { isSource } from '../../quoting/source-of-funds.ts';
import { PlaceBuyOrder, QuoteBuy } from '../../schema.ts';
import type { AddressFault, AddressVerdict } from './use-address.ts';

/** What stands in the buy form, as typed. */
export type BuyForm = {
  symbol: AssetSymbol | '';
  currency: 'JMD' | 'USD';
  amount: string;
  network: Network | '';
  walletAddress: string;
  destinationTag: string;
  sourceOfFunds: string;
  sourceFile: StoredFile | null;
  another: boolean;
} & HoldingForm;

/** Who holds the wallet, as typed (travel rule). */
export type HoldingForm = { custody: Custody | ''; custodian: string; walletOwner: string };
export const noHolding: HoldingForm = { custody: '', custodian: '', walletOwner: '' };

/** The same as the order carries it; nothing of it below US$1,000. */
export const holdingBody = (form: HoldingForm, large: boolean): WalletHolding =>
  large
    ? { custody: form.custody || null, custodian: form.custodian.trim(), walletOwner: form.walletOwner.trim() }
    : { custody: null, custodian: '', walletOwner: '' };

export const emptyBuy: BuyForm = {
  symbol: '',
  currency: 'JMD',
  amount: '',
  network: '',
  walletAddress: '',
  destinationTag: '',
  sourceOfFunds: '',
  sourceFile: null,
  another: false,
  ...noHolding,
};

/** A field that is missing or wrong: its name for the list, its words for the place beside it. */
export type Fault = { field: string; name: string; text: string };

const names: Record<string, string> = {
  symbol: 'Cryptocurrency',
  currency: 'Fiat currency',
  amount: 'Amount',
  network: 'Network',
  walletAddress: 'Wallet address',
};

const Typed = QuoteBuy.extend({
  network: PlaceBuyOrder.shape.network,
  walletAddress: PlaceBuyOrder.shape.walletAddress,
});

/** What the schema of the server says of these values, the first word for each field, in the order of the form. */
export function schemaFaults(
  result: { success: boolean; error?: { issues: readonly { path: PropertyKey[]; message: string }[] } },
  called: Record<string, string>,
): Fault[] {
  const issues = result.success ? [] : (result.error?.issues ?? []);
  return Object.entries(called).flatMap(([field, name]) => {
    const issue = issues.find(({ path }) => path[0] === field);
    return issue ? [{ field, name, text: issue.message }] : [];
  });
}

export const faultOf = (field: string, name: string, code: AddressFault | 'trading.branch_needed' | null): Fault[] =>
  code === null ? [] : [{ field, name, text: tradingMessages[code].text }];

type Judged = { address: AddressVerdict; tagFault: AddressFault | null; large: boolean };

/** What is missing at US$1,000 and more [001 §5]. */
export function fundsFaults(
  side: 'buy' | 'sell',
  large: boolean,
  given: { sourceOfFunds: string; sourceFile: StoredFile | null } & HoldingForm,
): Fault[] {
  if (!large) return [];
  const faults: Fault[] = [];
  if (!isSource(side, given.sourceOfFunds))
    faults.push({ field: 'sourceOfFunds', name: 'Source of funds', text: 'Please select a source of funds' });
  if (given.sourceFile === null)
    faults.push({ field: 'sourceFile', name: 'Source of funds proof', text: 'Please upload a proof document' });
  if (given.custody === '')
    faults.push({ field: 'custody', name: 'Who holds the wallet', text: 'Please choose who holds the wallet' });
  else if (readHolding(holdingBody(given, true)) === null)
    faults.push({ field: 'custodian', name: 'Name of the provider', text: 'Please name the provider' });
  return faults;
}

/** Everything that keeps this form from being sent, in the order of the form. */
export function buyFaults(form: BuyForm, { address, tagFault, large }: Judged): Fault[] {
  const { symbol, currency, amount, network, walletAddress } = form;
  return [
    ...schemaFaults(Typed.safeParse({ symbol, currency, amount, network, walletAddress }), names),
    ...faultOf('walletAddress', 'Wallet address', address.at === 'bad' ? address.code : null),
    ...faultOf('destinationTag', 'Destination tag', tagFault),
    ...fundsFaults('buy', large, form),
  ];
}

/** What to ask a price for, or null while the form says too little. */
export function buyAsk({ symbol, currency, amount, network }: BuyForm) {
  const read = QuoteBuy.safeParse({ symbol, currency, amount, network: network || null });
  return read.success && !assets[read.data.symbol].free ? read.data : null;
}

/** A change of the form. Another crypto clears the network [001 §4], another network the tag. */
export function changeBuy(form: BuyForm, field: keyof BuyForm, value: string): BuyForm {
  if (field === 'symbol')
    return { ...form, symbol: isAssetSymbol(value) ? value : '', network: '', destinationTag: '' };
  if (field === 'network') return { ...form, network: isNetwork(value) ? value : '', destinationTag: '' };
  return { ...form, [field]: value };
}
