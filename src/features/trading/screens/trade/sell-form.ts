import { parseCoins } from '../../../../kernel/coins.ts';
import type { Money } from '../../../../kernel/money.ts';
import type { StoredFile } from '../../../../ui/send-file.ts';
import { type AssetSymbol, assets, isAssetSymbol } from '../../coins/assets.ts';
import { isNetwork, type Network } from '../../coins/networks.ts';
import { custodies } from '../../coins/transfer-parties.ts';
import { type WalletType, walletTypes } from '../../coins/wallet-types.ts';
import { lacksBranch } from '../../movements/payout-rail.ts';
import { QuoteSell, SellForm } from '../../schema.ts';
import { type Fault, faultOf, fundsFaults, type HoldingForm, noHolding, schemaFaults } from './buy-form.ts';
import type { AddressVerdict } from './use-address.ts';

export type { WalletType };
export type SellStep = 1 | 2 | 3;

/** What stands in the sell form, as typed. */
export type Sell = {
  symbol: AssetSymbol | '';
  amount: string;
  network: Network | '';
  senderWalletAddress: string;
  walletType: WalletType | '';
  customWalletType: string;
  proof: StoredFile | null;
  bankName: string;
  accountNumber: string;
  accountHolderName: string;
  routingNumber: string;
  sourceOfFunds: string;
  sourceFile: StoredFile | null;
  another: boolean;
} & HoldingForm;

export const emptySell: Sell = {
  symbol: '',
  amount: '',
  network: '',
  senderWalletAddress: '',
  walletType: '',
  customWalletType: '',
  proof: null,
  bankName: '',
  accountNumber: '',
  accountHolderName: '',
  routingNumber: '',
  sourceOfFunds: '',
  sourceFile: null,
  another: false,
  ...noHolding,
};

const names: Record<string, string> = {
  symbol: 'Cryptocurrency',
  amount: 'Amount',
  network: 'Network',
  senderWalletAddress: 'Sender wallet address',
  walletType: 'Wallet type',
  customWalletType: 'Name of the wallet',
  bankName: 'Bank name',
  accountNumber: 'Account number',
  accountHolderName: 'Account holder name',
  routingNumber: 'Branch/Address',
};

/** Which step asks for which field. */
const stepOf: Record<string, SellStep> = {
  symbol: 1,
  amount: 1,
  network: 1,
  senderWalletAddress: 1,
  walletType: 2,
  customWalletType: 2,
  proof: 2,
};

/** A coin has only so many places; the server refuses more, so the field says it first. */
function tooFine({ symbol, amount }: Sell): Fault[] {
  if (symbol === '' || !/^\d+\.\d+$/.test(amount.trim())) return [];
  const { decimals } = assets[symbol];
  if (parseCoins(amount, symbol, decimals)) return [];
  return [{ field: 'amount', name: 'Amount', text: `${symbol} has at most ${decimals} decimal places` }];
}

function typed(form: Sell) {
  const { symbol, amount, network, senderWalletAddress, walletType, customWalletType } = form;
  const { bankName, accountNumber, accountHolderName, routingNumber } = form;
  const sender = { senderWalletAddress, walletType, customWalletType };
  return { symbol, amount, network, ...sender, bankName, accountNumber, accountHolderName, routingNumber };
}

/** A refinement of the whole form stays silent while single fields are wrong, so this one is asked for by itself. */
const unnamed = ({ walletType, customWalletType }: Sell): Fault[] =>
  walletType === 'other' && customWalletType.trim() === ''
    ? [
        {
          field: 'customWalletType',
          name: 'Name of the wallet',
          text: "Please specify wallet type when 'Other' is selected",
        },
      ]
    : [];

/** Everything that keeps this form from being sent, in the order of the form. */
export function sellFaults(
  form: Sell,
  { address, large, net }: { address: AddressVerdict; large: boolean; net?: Money | undefined },
): Fault[] {
  const proof: Fault[] = form.proof
    ? []
    : [{ field: 'proof', name: 'Wallet proof', text: 'Wallet proof is required for sell transactions' }];
  const found = [
    ...schemaFaults(SellForm.safeParse(typed(form)), names),
    ...tooFine(form),
    ...faultOf('senderWalletAddress', 'Sender wallet address', address.at === 'bad' ? address.code : null),
    ...unnamed(form),
    ...proof,
    ...(net && lacksBranch(net, form.routingNumber)
      ? faultOf('routingNumber', 'Branch/Address', 'trading.branch_needed')
      : []),
    ...fundsFaults('sell', large, form),
  ];
  return found.filter(({ field }, at) => found.findIndex((other) => other.field === field) === at);
}

export const faultsOfStep = (faults: readonly Fault[], step: SellStep): Fault[] =>
  faults.filter(({ field }) => (stepOf[field] ?? 3) === step);

/** What to ask a price for, or null while the form says too little. */
export function sellAsk(form: Sell) {
  const read = QuoteSell.safeParse({ symbol: form.symbol, amount: form.amount });
  return read.success && tooFine(form).length === 0 && !assets[read.data.symbol].free ? read.data : null;
}

/** A change of the form. Another crypto clears the network [001 §4]. */
export function changeSell(form: Sell, field: keyof Sell, value: string): Sell {
  if (field === 'symbol') return { ...form, symbol: isAssetSymbol(value) ? value : '', network: '' };
  if (field === 'network') return { ...form, network: isNetwork(value) ? value : '' };
  return { ...form, [field]: value };
}

const isStored = (value: unknown): value is StoredFile =>
  typeof value === 'object' && value !== null && 'id' in value && 'name' in value && 'bytes' in value;

function fileFrom(text: string): StoredFile | null {
  try {
    const read: unknown = JSON.parse(text || 'null');
    return isStored(read) ? read : null;
  } catch {
    return null;
  }
}

/** The form as the server keeps it: texts by name [decision A2]. */
export function draftOf(form: Sell, step: SellStep): Record<string, string> {
  const { proof, sourceFile, another: _not, ...texts } = form;
  return { ...texts, proof: JSON.stringify(proof), sourceFile: JSON.stringify(sourceFile), step: String(step) };
}

/** The form out of a draft; whatever is unknown or no longer offered is left empty. */
export function formFrom(data: Record<string, string>): { form: Sell; step: SellStep } {
  const text = (name: string) => data[name] ?? '';
  const symbol = text('symbol');
  const network = text('network');
  const wallet = walletTypes.find((type) => type === text('walletType'));
  const form: Sell = {
    ...emptySell,
    ...Object.fromEntries(
      ['amount', 'senderWalletAddress', 'customWalletType', 'sourceOfFunds', 'custodian', 'walletOwner'].map((name) => [
        name,
        text(name),
      ]),
    ),
    ...Object.fromEntries(
      ['bankName', 'accountNumber', 'accountHolderName', 'routingNumber'].map((name) => [name, text(name)]),
    ),
    symbol: isAssetSymbol(symbol) ? symbol : '',
    network: isNetwork(network) ? network : '',
    walletType: wallet ?? '',
    custody: custodies.find((one) => one === text('custody')) ?? '',
    proof: fileFrom(text('proof')),
    sourceFile: fileFrom(text('sourceFile')),
  };
  return { form, step: text('step') === '3' ? 3 : text('step') === '2' ? 2 : 1 };
}
