import { after, days } from '../../../kernel/clock.ts';
import { parseHolding, type TransferParties } from '../../assets/transfer-parties.ts';
import type { NewAlert } from '../../compliance/alert-store.ts';
import type { Settings } from '../../settings/schema.ts';
import { lapsesAt, type OrderState, type PayMethod, placedOrder } from '../order/order.ts';
import { readReason } from '../order/reasons.ts';
import { priceHoldsUntil } from '../quoting/reprice.ts';
import { recordedDefaults } from '../quoting/source-of-funds.ts';
import { buildStoredReceipt, getDuplicateKeyFor, type Terms } from '../quoting/terms.ts';
import {
  blockReason,
  buildReceiptScreening,
  type OrderAssessment,
  type OrderToAssess,
} from '../risk-checks/assess-order.ts';
import { buildLimitAlert, getAlert } from '../risk-checks/build-alert.ts';
import { holdReasonFor } from '../risk-checks/eligibility.ts';
import type { OrderRequest } from '../risk-checks/open-case.ts';
import { normalizeAccountNumber } from '../schema.ts';
import { type Answers, coolingOffUntil, validAnswers } from '../wallets/scam-questions.ts';
import type { WalletWarning } from '../wallets/wallet-warning.ts';
import type { AcceptedOrder, OrderIntent } from './decide-order.ts';
import type { Ids, PlacementContext } from './placement-context-store.ts';

type Placement = {
  readonly quoteId: string;
  readonly duplicateKey: string;
  readonly paymentMethod: PayMethod;
  readonly lapsesAt: Date | null;
  readonly priceHoldsUntil: Date;
};

type Wallet = {
  readonly address: string;
  readonly tag: number | null;
  readonly type: string | null;
  readonly company: { readonly address: string; readonly tag: string | null } | null;
};

type PayOut = {
  readonly bankName: string;
  readonly accountNumber: string;
  readonly accountHolderName: string;
  readonly routingNumber: string;
} | null;

type Evidence = {
  readonly purpose: string | null;
  readonly sourceOfFunds: string | null;
  readonly sourceOfFundsFile: string | null;
  readonly parties: TransferParties | null;
  readonly proofFile: string | null;
};

type ShownWarning = WalletWarning & {
  readonly answers: Answers | null;
  readonly coolsUntil: Date | null;
};

type Outcome = {
  readonly assessment: OrderAssessment;
  readonly holdReason: string | null;
  readonly alert: NewAlert | null;
  readonly opensCase: boolean;
  readonly complianceNotes: string | null;
};

export type NewOrder = {
  readonly ids: Ids;
  readonly reference: string;
  readonly request: OrderRequest;
  readonly order: OrderToAssess<Terms>;
  readonly state: OrderState;
  readonly placement: Placement;
  readonly wallet: Wallet;
  readonly payOut: PayOut;
  readonly evidence: Evidence;
  readonly warned: ShownWarning | null;
  readonly outcome: Outcome;
  readonly receipt: Readonly<Record<string, unknown>>;
};

export const destinationKey = ({ side, input }: OrderIntent): string =>
  `${input.network} ${side === 'buy' ? input.walletAddress : input.accountNumber}`;

type AssessedRequest = {
  readonly context: PlacementContext;
  readonly order: OrderToAssess<Terms>;
  readonly assessment: OrderAssessment;
  readonly request: OrderRequest;
};

const toWarning = ({ side, input }: OrderIntent, { context, order }: AssessedRequest): ShownWarning | null =>
  context.warned && {
    ...context.warned,
    answers: side === 'buy' ? validAnswers(context.warned.known, input) : null,
    coolsUntil:
      side === 'buy'
        ? coolingOffUntil(context.warned.known, order.at, context.entitlement.settings.scam_reports.coolingHours)
        : null,
  };

export function buildNewOrder(intent: OrderIntent, accepted: AcceptedOrder, assessed: AssessedRequest): NewOrder {
  const { context, order, assessment, request } = assessed;
  const { settings } = context.entitlement;
  const { at } = order;
  const details =
    intent.side === 'buy'
      ? buildBuyDetails(intent.input, accepted, at)
      : buildSellDetails(intent.input, { accepted, settings, at });
  const { wallet, payOut, proofFile, chosen, ...paid } = details;
  const outcome = decideOutcome(accepted, { context, order, assessment });
  return {
    ids: context.ids,
    reference: context.reference,
    request,
    order,
    state: placedOrder(intent.side, outcome.holdReason !== null),
    placement: {
      ...paid,
      quoteId: intent.input.quoteId,
      duplicateKey: getDuplicateKeyFor(accepted.terms, destinationKey(intent)),
      priceHoldsUntil: priceHoldsUntil(at, paid.paymentMethod, settings.price_windows),
    },
    wallet,
    payOut,
    evidence: buildEvidence(intent, accepted, proofFile),
    warned: toWarning(intent, assessed),
    outcome,
    receipt: { ...buildStoredReceipt(accepted.terms, chosen, at), ...buildReceiptScreening(assessment) },
  };
}

type Buy = Extract<OrderIntent, { side: 'buy' }>['input'];
type Sell = Extract<OrderIntent, { side: 'sell' }>['input'];

const buildBuyDetails = ({ network, paymentMethod }: Buy, { wallet: { address, tag } }: AcceptedOrder, at: Date) => ({
  paymentMethod,
  lapsesAt: lapsesAt(at, paymentMethod),
  wallet: { address, tag, type: null, company: null },
  payOut: null,
  proofFile: null,
  chosen: { selected_network: network, wallet_address: address, destination_tag: tag },
});

type Sold = { readonly accepted: AcceptedOrder; readonly settings: Settings; readonly at: Date };

function buildSellDetails(input: Sell, { accepted, settings, at }: Sold) {
  const company = settings.company_wallets[input.network];
  const { bankName, accountHolderName, routingNumber } = input;
  const type = input.walletType === 'other' ? input.customWalletType : input.walletType;
  return {
    paymentMethod: 'crypto' as const,
    lapsesAt: after(at, days(settings.price_windows.searchDays)),
    wallet: { address: accepted.wallet.address, tag: null, type, company },
    payOut: {
      bankName,
      accountNumber: normalizeAccountNumber(input.accountNumber),
      accountHolderName,
      routingNumber,
    },
    proofFile: input.proofFile,
    // Receipt of a sell: selected_network, company_wallet_address, memo, bank_details [001 §3 transactions].
    chosen: {
      selected_network: input.network,
      company_wallet_address: company.address,
      memo: company.tag,
      bank_details: { bank_name: bankName, account_holder_name: accountHolderName },
    },
  };
}

/** Source of funds from the threshold up. A held sell gets defaults [001 §9 Enhanced due diligence]. */
function buildEvidence({ side, input }: OrderIntent, { large }: AcceptedOrder, proofFile: string | null): Evidence {
  const { purpose, source } = recordedDefaults[side];
  return {
    purpose: large ? purpose : null,
    sourceOfFunds: input.sourceOfFunds ?? (large ? source : null),
    sourceOfFundsFile: input.sourceOfFundsFile,
    parties: large ? parseHolding(input) : null,
    proofFile,
  };
}

/** Holds a sell that is blocked, over a limit or paused (A2), and any order during a screening outage (A4). */
function decideOutcome(
  { over, afterPause }: AcceptedOrder,
  { context, order, assessment }: Omit<AssessedRequest, 'request'>,
): Outcome {
  const limitHold = over && holdReasonFor(over);
  const limited = limitHold === 'limit_exceeded_after_sending';
  const holdReason =
    blockReason(assessment) ?? limitHold ?? assessment.finding ?? (afterPause ? 'paused_when_sent' : null);
  const { heldBeforeCase } = context.entitlement.settings.order_limits;
  return {
    assessment,
    holdReason,
    alert:
      getAlert(assessment, order, context.ids.order) ??
      (limited ? buildLimitAlert(order, assessment, context.ids.order) : null),
    opensCase: limited && context.heldForLimit + 1 >= heldBeforeCase,
    // Includes the admin note of a screening error [001 §4 Pre-creation checks].
    complianceNotes: holdReason === null ? null : (readReason('hold', holdReason)?.staff ?? null),
  };
}
