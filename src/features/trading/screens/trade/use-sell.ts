import { useMutation } from '@tanstack/react-query';
import { type RefObject, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { parseCoins } from '../../../../kernel/coins.ts';
import type { Money } from '../../../../kernel/money.ts';
import { api, call } from '../../../../ui/client.ts';
import {
  type DraftText,
  parseStoredFile,
  useRestoredDraft,
  useSaveDraftOnSessionEnd,
  useServerDraft,
} from '../../../../ui/drafts.ts';
import { errorMessage, type Issue, toastRefusal } from '../../../../ui/error-message.ts';
import { focusField, useCommandForm } from '../../../../ui/form.tsx';
import type { StoredFile } from '../../../../ui/send-file.ts';
import { toastError, toastSuccess } from '../../../../ui/toast.ts';
import { type AssetSymbol, assets, isAssetSymbol } from '../../../assets/assets.ts';
import { isNetwork, type Network } from '../../../assets/networks.ts';
import { custodies } from '../../../assets/transfer-parties.ts';
import { type WalletType, walletTypes } from '../../../assets/wallet-types.ts';
import { isBranchMissing } from '../../../ledger/payout-rail.ts';
import { tradingNotices } from '../../customer-messages.ts';
import { tradingMessages } from '../../messages.ts';
import { PlaceSellOrder, QuoteSell, walletNameMessage } from '../../schema.ts';
import { useIsFreeToken } from './free-token.ts';
import { readLastChoice, saveLastChoice } from './last-choice.ts';
import { fundsBody, fundsRules, getFieldNames, noFunds, requireFile, validWallet } from './source-of-funds-form.ts';
import { toastIncomplete } from './toasts.ts';
import { type AddressVerdict, useAddress } from './use-address.ts';
import { useOrderOutcome, useSellOffer } from './use-offer.ts';

type SellStep = 1 | 2 | 3;

export const emptySell = {
  step: 1 as SellStep,
  symbol: '' as AssetSymbol | '',
  amount: '',
  network: '' as Network | '',
  /** Keys of the picked payees. Not sent to the server. */
  payee: '',
  account: '',
  senderWalletAddress: '',
  /** Name of the chain in a pasted link. Not sent to the server. */
  pastedFrom: '',
  walletType: '' as WalletType | '',
  customWalletType: '',
  proof: null as StoredFile | null,
  bankName: '',
  accountNumber: '',
  accountHolderName: '',
  routingNumber: '',
  another: false,
  ...noFunds,
};
export type Sell = typeof emptySell;

export const stepFields = {
  1: ['symbol', 'amount', 'network', 'senderWalletAddress'],
  2: ['walletType', 'customWalletType', 'proof'],
  3: [],
} as const satisfies Record<SellStep, readonly (keyof Sell)[]>;

function coinAmount(symbol: AssetSymbol | '') {
  const { amount } = QuoteSell.shape;
  if (symbol === '') return amount;
  const parse = (text: string) => parseCoins(text, { symbol, decimals: assets[symbol].decimals }, 'down');
  return amount
    .refine((text) => parse(text) !== null, `This amount isn't in ${symbol}. Please check it.`)
    .refine((text) => parse(text)?.base !== 0n, 'Amount must be greater than 0');
}

type FormChecks = { address: AddressVerdict; large: boolean; net?: Money | undefined };

/** Validation rules of the sell form, in field order [001 §5 Sell form]. */
export function sellRules(form: Sell, { address, large, net }: FormChecks) {
  const { shape } = PlaceSellOrder;
  return z.object({
    symbol: QuoteSell.shape.symbol,
    amount: coinAmount(form.symbol),
    network: shape.network,
    senderWalletAddress: validWallet(address),
    walletType: shape.walletType,
    customWalletType: z.string().refine((name) => form.walletType !== 'other' || name.trim() !== '', walletNameMessage),
    proof: requireFile('Wallet proof is required for sell transactions'),
    bankName: shape.bankName,
    accountNumber: shape.accountNumber,
    accountHolderName: shape.accountHolderName,
    routingNumber: z
      .string()
      .refine((branch) => !net || !isBranchMissing(net, branch), tradingMessages['trading.branch_needed'].text),
    ...fundsRules('sell', large, form),
  });
}

/** Returns null while the input for a quote is incomplete, and for a free token. */
export function getSellQuoteInput({ symbol, amount, network }: Sell, isFree: boolean) {
  const read = QuoteSell.safeParse({ symbol, amount, network: network || null });
  return read.success && coinAmount(symbol).safeParse(amount).success && !isFree ? read.data : null;
}

/** Serializes the form for storage on the server (decision A2). */
export function toDraft({ another: _not, proof, sourceFile, step, ...texts }: Sell): DraftText {
  return { ...texts, proof: JSON.stringify(proof), sourceFile: JSON.stringify(sourceFile), step: String(step) };
}

const findOption = <T extends string>(options: readonly T[], text: string | undefined): T | '' =>
  options.find((option) => option === text) ?? '';

export function fromDraft(data: DraftText): Sell {
  const { symbol = '', network = '', walletType, custody, proof, sourceFile, step } = data;
  const texts = Object.keys(emptySell).map((name) => [name, data[name] ?? '']);
  return {
    ...emptySell,
    ...Object.fromEntries(texts),
    another: false,
    step: step === '3' ? 3 : step === '2' ? 2 : 1,
    symbol: isAssetSymbol(symbol) ? symbol : '',
    network: isNetwork(network) ? network : '',
    walletType: findOption(walletTypes, walletType),
    custody: findOption(custodies, custody),
    proof: parseStoredFile(proof),
    sourceFile: parseStoredFile(sourceFile),
  };
}

const draftKey = 'kept-sell';

/** The empty form with the coin, and the saved wallet and wallet type of the last sale. */
function startSell(): Sell {
  const { symbol = '', network = '', walletType, payee = '', senderWalletAddress = '' } = readLastChoice();
  const wallet = { payee, senderWalletAddress, walletType: findOption(walletTypes, walletType) };
  return { ...emptySell, symbol, network, ...(payee.startsWith(`${network} `) && wallet) };
}

/** The start values, and the unsaved input or the draft of this tab if there is one. */
function useStart(unsaved: Sell | null): { empty: Sell; restored: Sell } {
  const [empty] = useState(startSell);
  const draft = useRestoredDraft(draftKey) as DraftText;
  return { empty, restored: unsaved ?? (Object.keys(draft).length > 0 ? fromDraft(draft) : empty) };
}

/** Stores a saved wallet only: a typed one is not remembered. */
function saveSale({ symbol, network, walletType, payee, senderWalletAddress }: Sell): void {
  if (symbol === '' || network === '') return;
  saveLastChoice({ symbol, network, walletType, payee, senderWalletAddress: payee && senderWalletAddress });
}

type PlaceBody = Parameters<typeof call.trading.placeSellOrder>[0];

function buildBody(form: Sell, large: boolean, ids: { quoteId: string | null; key: string }): PlaceBody | null {
  const { network, senderWalletAddress, walletType, customWalletType, proof, another } = form;
  const { bankName, accountNumber, accountHolderName, routingNumber } = form;
  const { quoteId, key } = ids;
  if (quoteId === null || network === '' || walletType === '') return null;
  return {
    key,
    quoteId,
    network,
    senderWalletAddress,
    walletType,
    customWalletType: walletType === 'other' ? customWalletType : '',
    bankName,
    accountNumber,
    accountHolderName,
    routingNumber,
    proofFile: proof?.id ?? null,
    ...fundsBody(form, large),
    another,
  };
}

const getWalletInput = ({ symbol, amount, network, senderWalletAddress }: Sell) =>
  symbol !== '' && network !== '' && senderWalletAddress.trim() !== ''
    ? { symbol, amount, network, senderWalletAddress }
    : null;

/** A single missing network or proof has its own toast [001 §8 Trading]. */
function toastMissing(issues: readonly Issue[]): void {
  const onlyPath = issues.length === 1 ? issues[0]?.path : undefined;
  if (onlyPath === 'network') toastError(tradingNotices.networkRequired);
  else if (onlyPath === 'proof') toastError({ title: 'Error', ...tradingMessages['trading.wallet_proof_missing'] });
  else toastIncomplete(getFieldNames(issues));
}

async function handleWalletRefusal(error: unknown, form: Sell, toLesson: (error: unknown) => boolean): Promise<void> {
  if (errorMessage(error).code !== 'trading.lesson_first') return toastRefusal(error);
  await call.trading.saveSellDraft({ data: toDraft(form) }).catch(() => {});
  toLesson(error);
}

function useOurWallet() {
  const walletQuery = useMutation(api.trading.sellWallet.mutationOptions());
  const refresh = (restored: Sell) => {
    const input = getWalletInput(restored);
    // The customer may have sent the coins already, so a refusal would not help.
    if (restored.step > 1 && input) walletQuery.mutate(input);
  };
  return { walletQuery, refresh };
}

type SessionDraft = {
  restored: Sell;
  values: () => Sell;
  refresh: (restored: Sell) => void;
  unsaved: RefObject<Sell | null>;
};

function useSessionDraft({ restored, values, refresh, unsaved }: SessionDraft): void {
  useSaveDraftOnSessionEnd(draftKey, () => toDraft(values()));
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, with the restored form.
  useEffect(() => {
    refresh(restored);
    return () => {
      unsaved.current = values();
    };
  }, []);
}

/** State and submit of the sell form [001 §4 Sell flow]. `unsaved` keeps the input while the tab is closed. */
export function useSell(unsaved: RefObject<Sell | null>) {
  const navigate = useNavigate();
  const { empty, restored } = useStart(unsaved.current);
  const { walletQuery, refresh } = useOurWallet();
  const { getQuoteId, onPlaced, onRefused, toLesson } = useOrderOutcome(tradingNotices.submitFailed, 'sell');
  const command = useCommandForm((form: Sell) => sellRules(form, known()), api.trading.placeSellOrder, {
    start: restored,
    idPrefix: 'sell',
    invalid: toastMissing,
    // Submits even an order that the quote would refuse: its coins are already sent (decision A2).
    body: (form, key) => buildBody(form, offer.large, { quoteId: getQuoteId(offer, false), key }),
    beforeSubmit: (): Promise<void> => draft.flush(),
    done: (placed) => {
      onPlaced(placed);
      saveSale(command.form.values());
      clear();
      toastSuccess(tradingNotices.placed);
      void navigate(`/orders/${placed.orderId}`);
    },
    refused: ({ code }, error) => {
      onRefused(error, offer);
      if (code === 'trading.name_mismatch') focusField('sell-accountHolderName');
      return true;
    },
  });
  const { form, validate, issues } = command;
  const values = form.values();
  const { step } = values;
  const isFree = useIsFreeToken(values.symbol);
  const offer = useSellOffer(getSellQuoteInput(values, isFree));
  const { address } = useAddress(values.network || null, values.senderWalletAddress, '');
  const known = () => ({ address, large: offer.large, net: offer.shown?.net });
  const draft = useServerDraft(form, {
    empty,
    write: toDraft,
    read: fromDraft,
    query: api.trading.sellDraft.queryOptions(),
    save: call.trading.saveSellDraft,
    onRestored: refresh,
  });
  useSessionDraft({ restored, values: form.values, refresh, unsaved });
  const clear = () => {
    draft.clear();
    walletQuery.reset();
  };
  return {
    ...command,
    values,
    isFree,
    offer,
    address,
    wallet: walletQuery.data ?? null,
    onWalletChange: () => walletQuery.reset(),
    missing: getFieldNames(issues()),
    restoredAt: draft.restoredAt,
    isLoadingWallet: walletQuery.isPending,
    showWallet: () => {
      const input = getWalletInput(values);
      if (validate(stepFields[1]) && input && !walletQuery.isPending)
        walletQuery.mutate(input, { onError: (error) => void handleWalletRefusal(error, form.values(), toLesson) });
    },
    next: () => validate(stepFields[step]) && form.set('step', step === 1 ? 2 : 3),
    back: () => form.set('step', step === 3 ? 2 : 1),
    startOver: () => {
      clear();
      call.trading.saveSellDraft({ data: {} }).catch(() => {});
    },
  };
}

export type Selling = ReturnType<typeof useSell>;
