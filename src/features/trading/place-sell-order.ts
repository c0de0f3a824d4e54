import { utcMonthWindow } from '../../kernel/calendar.ts';
import { mayRefuse, refuse } from '../../messages.ts';
import { refuseUnlessConfirmed, signedIn, signedInAlone } from '../../platform/procedure.ts';
import { customerWallet } from './destination.ts';
import { deleteDraft } from './draft-store.ts';
import { holderMatches } from './names.ts';
import { carries } from './networks.ts';
import { placingMayRefuse } from './place-buy-order.ts';
import { prepareOrder, refusePaused, refuseWithoutFunds, writeOrder } from './place-order.ts';
import { refuseFor, sellTerms, verdictOn } from './quote.ts';
import { entitlement } from './quote-store.ts';
import { PlaceSellOrder, SellWallet } from './schema.ts';
import { judgeOrder } from './screening-seam.ts';
import { recordedDefaults } from './source-of-funds.ts';
import { likenessWith, receiptOf } from './terms.ts';

/**
 * Where the coins of a sell go. Gives its verdict on pauses, limits and gate first, so that nobody sends coins for
 * an order that could not be placed (decision A2).
 */
export const sellWallet = signedIn
  .errors(placingMayRefuse)
  .errors(mayRefuse('trading.buys_nothing', 'trading.lignum_is_free'))
  .input(SellWallet)
  .handler(async ({ context: { services, tx }, input }) => {
    const now = services.clock();
    const may = await entitlement(tx, utcMonthWindow(now));
    if (!carries(input.network, input.symbol)) refuse('trading.network_unfit', { symbol: input.symbol });
    refusePaused(may.settings, { side: 'sell', symbol: input.symbol, network: input.network });
    const terms = await sellTerms(tx, input, { settings: may.settings, now });
    const verdict = verdictOn(terms, may, now);
    if (verdict.refusal) refuseFor(verdict.refusal);
    return { ...may.settings.company_wallets[input.network], needsSourceOfFunds: verdict.large };
  });

/**
 * Places a sell order: the coins are on their way and the proof says so. A limit that was passed after the coins
 * left does not refuse it: the order is held for staff, so that nobody's coins hang in the air (decision A2).
 */
export const placeSellOrder = signedInAlone
  .errors(placingMayRefuse)
  .errors(mayRefuse('trading.wallet_proof_missing', 'trading.name_mismatch'))
  .input(PlaceSellOrder)
  .handler(async ({ context: { services, request, tx, arriving }, input }) => {
    const now = services.clock();
    const whereTo = `${input.network} ${input.accountNumber}`;
    const files = [input.sourceOfFundsFile, input.proofFile];
    const prepared = await prepareOrder(tx, input, { side: 'sell', now, whereTo, files });
    const person = await arriving;
    refuseUnlessConfirmed(person, 30);
    if ('placed' in prepared) return prepared.placed;
    const { ground, terms, requestHash } = prepared;
    const { settings } = ground.may;

    if (!input.proofFile || !ground.files.includes(input.proofFile)) refuse('trading.wallet_proof_missing', {});
    if (!holderMatches(input.accountHolderName, ground.profile)) refuse('trading.name_mismatch', {});
    const at = { symbol: terms.symbol, network: input.network, address: input.senderWalletAddress, tag: '' };
    const sender = customerWallet(at, settings.company_wallets);
    const { refusal, large } = verdictOn(terms, ground.may, now);
    if (!refusal) refuseWithoutFunds({ side: 'sell', large }, input, ground.files);
    const order = { userId: person.id, terms, network: input.network, walletAddress: sender.address, at: now };
    const judged = await judgeOrder(tx, order);
    const holdReason = refusal ? 'limit_exceeded_after_sending' : judged.outcome === 'hold' ? judged.reason : null;

    // Before the order, whose statement commits.
    await deleteDraft(tx, person.id);
    return writeOrder(tx, {
      ...payoutDetails(input),
      userId: person.id,
      type: 'sell',
      payIn: 'claimed',
      held: holdReason !== null,
      holdReason,
      paymentMethod: 'crypto',
      terms,
      quoteId: input.quoteId,
      likeness: likenessWith(terms, whereTo),
      network: input.network,
      walletAddress: null,
      destinationTag: null,
      senderWalletAddress: sender.address,
      companyWallet: settings.company_wallets[input.network],
      purpose: large ? recordedDefaults.sell.purpose : null,
      sourceOfFunds: input.sourceOfFunds ?? (large ? recordedDefaults.sell.source : null),
      sourceOfFundsFile: input.sourceOfFundsFile,
      proofFile: input.proofFile,
      receipt: receiptOf(terms, sellFacts(input, settings.company_wallets[input.network]), now),
      at: now,
      lapsesAt: null,
      requestId: request.id,
      key: input.key,
      requestHash,
    });
  });

type SellInput = Parameters<Parameters<typeof PlaceSellOrder.refine>[0]>[0];

const payoutDetails = (input: SellInput) => ({
  senderWalletType: input.walletType === 'other' ? input.customWalletType : input.walletType,
  bank: {
    bankName: input.bankName,
    accountNumber: input.accountNumber.replaceAll(/[ -]/g, ''),
    accountHolderName: input.accountHolderName,
    routingNumber: input.routingNumber,
  },
});

/** What a sell's receipt keeps beside the bargain [001 §3]. */
const sellFacts = (input: SellInput, wallet: { address: string; tag: string | null }) => ({
  selected_network: input.network,
  company_wallet_address: wallet.address,
  memo: wallet.tag,
  bank_details: { bank_name: input.bankName, account_holder_name: input.accountHolderName },
});
