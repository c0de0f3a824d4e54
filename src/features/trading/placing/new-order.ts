import { after, days } from '../../../kernel/clock.ts';
import { readHolding, type TransferParties } from '../../coins/transfer-parties.ts';
import type { NewAlert } from '../../compliance/raise-alert.ts';
import type { Settings } from '../../settings/schema.ts';
import { alertFor, limitAlert } from '../judging/alert-for.ts';
import { type Judgement, judgedFacts, type OrderToJudge, stoppedBy } from '../judging/judge-order.ts';
import { heldAs } from '../judging/misfit.ts';
import type { RefusedRequest } from '../judging/suspicion.ts';
import { lapsesAt, type OrderState, type PayMethod, placedOrder } from '../order/order.ts';
import { readReason } from '../order/reasons.ts';
import { priceHoldsUntil } from '../quoting/reprice.ts';
import { recordedDefaults } from '../quoting/source-of-funds.ts';
import { likenessWith, receiptOf, type Terms } from '../quoting/terms.ts';
import { type Answers, answersTo, coolsUntil } from '../wallets/coercion.ts';
import type { WalletWarned } from '../wallets/wallet-warning.ts';
import type { Decided, Wish } from './decide-order.ts';
import type { Groundwork, Ids } from './ground-store.ts';

/** What was agreed, how it is paid, and until when it stands. */
type Bargain = {
  readonly quoteId: string;
  readonly likeness: string;
  readonly paymentMethod: PayMethod;
  readonly lapsesAt: Date | null;
  readonly priceHoldsUntil: Date;
};

/** The customer's: where coins go (buy) or, with its kind, come from (sell), and then to which of ours. */
type Wallet = {
  readonly address: string;
  readonly tag: number | null;
  readonly type: string | null;
  readonly company: { readonly address: string; readonly tag: string | null } | null;
};

/** The bank account of a sell; null of a buy. */
type PayOut = {
  readonly bankName: string;
  readonly accountNumber: string;
  readonly accountHolderName: string;
  readonly routingNumber: string;
} | null;

/** What was told and shown for it. */
type Evidence = {
  readonly purpose: string | null;
  readonly sourceOfFunds: string | null;
  readonly sourceOfFundsFile: string | null;
  /** Who holds the customer's wallet; null below US$1,000. */
  readonly parties: TransferParties | null;
  readonly proofFile: string | null;
};

/** The warning of the wallet that was shown, with what was answered: of a buy all three, of a sell nothing. */
type Warned = WalletWarned & {
  readonly answers: Answers | null;
  readonly coolsUntil: Date | null;
};

/** What was found, and what comes of it. */
type Judged = {
  readonly judgement: Judgement;
  readonly holdReason: string | null;
  readonly alert: NewAlert | null;
  /** Beside what stopped it: a sell whose coins had left when it met a limit, one too many for an alert alone. */
  readonly opensCase: boolean;
  readonly complianceNotes: string | null;
};

/** A new order, with everything that is written of it. */
export type NewOrder = {
  readonly ids: Ids;
  readonly reference: string;
  readonly sent: RefusedRequest;
  readonly order: OrderToJudge<Terms>;
  readonly state: OrderState;
  readonly bargain: Bargain;
  readonly wallet: Wallet;
  readonly payOut: PayOut;
  readonly evidence: Evidence;
  readonly warned: Warned | null;
  readonly judged: Judged;
  readonly receipt: Readonly<Record<string, unknown>>;
};

/** Where the coins or the money go, as it was typed: what two orders that were meant as one have in common. */
export const whereTo = ({ side, input }: Wish): string =>
  `${input.network} ${side === 'buy' ? input.walletAddress : input.accountNumber}`;

/** What is known once it was judged. */
type Found = {
  readonly ground: Groundwork;
  readonly order: OrderToJudge<Terms>;
  readonly judgement: Judgement;
  readonly sent: RefusedRequest;
};

/** What the order keeps of it: where its customer buys, they answered, and may call it off for some hours. */
const warnedOf = ({ side, input }: Wish, { ground, order }: Found): Warned | null =>
  ground.warned && {
    ...ground.warned,
    answers: side === 'buy' ? answersTo(ground.warned.known, input) : null,
    coolsUntil:
      side === 'buy' ? coolsUntil(ground.warned.known, order.at, ground.may.settings.scam_reports.coolingHours) : null,
  };

/** Everything of a new order: of either side the same, but for how it is paid and where it goes. */
export function newOrder(wish: Wish, decided: Decided, found: Found): NewOrder {
  const { ground, order, judgement, sent } = found;
  const { settings } = ground.may;
  const { at } = order;
  const ofSide = wish.side === 'buy' ? buying(wish.input, decided, at) : selling(wish.input, { decided, settings, at });
  const { wallet, payOut, proofFile, chosen, ...paid } = ofSide;
  const judged = judgedAs(decided, { ground, order, judgement });
  return {
    ids: ground.ids,
    reference: ground.reference,
    sent,
    order,
    state: placedOrder(wish.side, judged.holdReason !== null),
    bargain: {
      ...paid,
      quoteId: wish.input.quoteId,
      likeness: likenessWith(decided.terms, whereTo(wish)),
      priceHoldsUntil: priceHoldsUntil(at, paid.paymentMethod, settings.price_windows),
    },
    wallet,
    payOut,
    evidence: evidenceOf(wish, decided, proofFile),
    warned: warnedOf(wish, found),
    judged,
    receipt: { ...receiptOf(decided.terms, chosen, at), ...judgedFacts(judgement) },
  };
}

type Buy = Extract<Wish, { side: 'buy' }>['input'];
type Sell = Extract<Wish, { side: 'sell' }>['input'];

const buying = ({ network, paymentMethod }: Buy, { wallet: { address, tag } }: Decided, at: Date) => ({
  paymentMethod,
  lapsesAt: lapsesAt(at, paymentMethod),
  wallet: { address, tag, type: null, company: null },
  payOut: null,
  proofFile: null,
  chosen: { selected_network: network, wallet_address: address, destination_tag: tag },
});

type Sold = { readonly decided: Decided; readonly settings: Settings; readonly at: Date };

function selling(input: Sell, { decided, settings, at }: Sold) {
  const company = settings.company_wallets[input.network];
  const { bankName, accountHolderName, routingNumber } = input;
  const type = input.walletType === 'other' ? input.customWalletType : input.walletType;
  return {
    paymentMethod: 'crypto' as const,
    lapsesAt: after(at, days(settings.price_windows.searchDays)),
    wallet: { address: decided.wallet.address, tag: null, type, company },
    payOut: {
      bankName,
      accountNumber: input.accountNumber.replaceAll(/[ -]/g, ''),
      accountHolderName,
      routingNumber,
    },
    proofFile: input.proofFile,
    // Of a sell the receipt: selected_network, company_wallet_address, memo, bank_details [001 §3 transactions].
    chosen: {
      selected_network: input.network,
      company_wallet_address: company.address,
      memo: company.tag,
      bank_details: { bank_name: bankName, account_holder_name: accountHolderName },
    },
  };
}

/**
 * Nothing was asked below the threshold; at it and above, a sell that is held may lack a source, and what is empty has
 * its default [001 §9 Enhanced due diligence].
 */
function evidenceOf({ side, input }: Wish, { large }: Decided, proofFile: string | null): Evidence {
  const { purpose, source } = recordedDefaults[side];
  return {
    purpose: large ? purpose : null,
    sourceOfFunds: input.sourceOfFunds ?? (large ? source : null),
    sourceOfFundsFile: input.sourceOfFundsFile,
    parties: large ? readHolding(input) : null,
    proofFile,
  };
}

/**
 * Whether the new order is held and for what: what stopped it, a screening that is down (decision A4), or, of coins
 * already sent, a limit or a pause (decision A2).
 */
function judgedAs({ over, afterPause }: Decided, { ground, order, judgement }: Omit<Found, 'sent'>): Judged {
  const misfit = over && heldAs(over);
  const limited = misfit === 'limit_exceeded_after_sending';
  const holdReason = stoppedBy(judgement) ?? misfit ?? judgement.finding ?? (afterPause ? 'paused_when_sent' : null);
  const { heldBeforeCase } = ground.may.settings.order_limits;
  return {
    judgement,
    holdReason,
    alert:
      alertFor(judgement, order, ground.ids.order) ?? (limited ? limitAlert(order, judgement, ground.ids.order) : null),
    opensCase: limited && ground.heldForLimit + 1 >= heldBeforeCase,
    // The admin note in compliance_notes, as of a screening error, in the words of order/reasons.ts [001 §4
    // Pre-creation checks].
    complianceNotes: holdReason === null ? null : (readReason('hold', holdReason)?.staff ?? null),
  };
}
