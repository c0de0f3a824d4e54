import { after, days } from '../../../kernel/clock.ts';
import { refuseAfter, refuseUnlessConfirmed, signedInAloneAfter } from '../../../platform/procedure.ts';
import { customerWallet } from '../coins/destination.ts';
import { carries } from '../coins/networks.ts';
import { readHolding } from '../coins/transfer-parties.ts';
import { stoppedBy } from '../judging/alert-for.ts';
import { askOutside, saidOf } from '../judging/ask-outside.ts';
import { judgeOrder } from '../judging/judge-order.ts';
import { standingOf } from '../judging/judge-store.ts';
import { heldAs } from '../judging/misfit.ts';
import { keepStopped } from '../judging/suspicion.ts';
import { mayRefuse, refusal, refuse } from '../messages.ts';
import { holderMatches } from '../movements/names.ts';
import { lacksBranch } from '../movements/payout-rail.ts';
import type { OrderRefusal } from '../quoting/limits.ts';
import { refuseFor, refusePaused, refuseTooManyRefused, sellTerms, verdictOn } from '../quoting/quote.ts';
import { windowAt } from '../quoting/quote-store.ts';
import { priceHoldsUntil } from '../quoting/reprice.ts';
import { recordedDefaults } from '../quoting/source-of-funds.ts';
import { likenessWith, receiptOf } from '../quoting/terms.ts';
import { PlaceSellOrder, SellWallet } from '../schema.ts';
import { deleteDraft } from './draft-store.ts';
import { earlyKey } from './early-key.ts';
import { placingMayRefuse } from './place-buy-order.ts';
import { prepareOrder, refuseWithoutFunds, writeOrder } from './place-order.ts';

/**
 * Where the coins of a sell go. Gives its verdict on pauses, limits, gate, wallet and risk first, so that nobody sends
 * coins for an order that could not be placed (decision A2).
 */
export const sellWallet = signedInAloneAfter(askOutside)
  .errors(placingMayRefuse)
  .errors(mayRefuse('trading.buys_nothing', 'trading.too_large', 'trading.lignum_is_free'))
  .input(SellWallet)
  .handler(async ({ context: { services, request, tx, arriving, asked }, input }) => {
    const now = services.clock();
    const person = await arriving;
    if (!carries(input.network, input.symbol)) refuse('trading.network_unfit', { symbol: input.symbol });
    const key = earlyKey(person.id, input, now);
    const standing = await standingOf(tx, { key, window: windowAt(now) });
    const { settings } = standing.may;
    refusePaused(settings, { side: 'sell', symbol: input.symbol, network: input.network });
    const at = { symbol: input.symbol, network: input.network, address: input.senderWalletAddress, tag: '' };
    const sender = customerWallet(at, settings);
    const terms = await sellTerms(tx, input, { settings, now });
    const verdict = verdictOn(terms, standing.may, now);
    if (verdict.refusal) refuseFor(verdict.refusal);
    refuseTooManyRefused(standing.may, standing.before);
    const { network } = input;
    const outside = saidOf(asked, sender.address);
    const order = { userId: person.id, terms, network, walletAddress: sender.address, at: now, outside };
    const judgement = await judgeOrder(tx, order, standing);
    const stopped = stoppedBy(judgement);
    const sent = { key, requestHash: key, requestId: request.id };
    if (stopped) refuseAfter(refusal(`trading.${stopped}`, {}), keepStopped(order, judgement, sent));
    return { ...settings.company_wallets[input.network], needsSourceOfFunds: verdict.large };
  });

/**
 * Places a sell order: the coins are on their way and the proof says so. A limit that was passed after the coins
 * left does not refuse it, nor does a wallet or a score that would have stopped a purchase: the order is held for
 * staff, so that nobody's coins hang in the air (decisions A2, A8).
 */
export const placeSellOrder = signedInAloneAfter(askOutside)
  .errors(placingMayRefuse)
  .errors(
    mayRefuse('trading.wallet_proof_missing', 'trading.proof_used', 'trading.name_mismatch', 'trading.branch_needed'),
  )
  .input(PlaceSellOrder)
  .handler(async ({ context: { services, request, tx, arriving, asked }, input }) => {
    const now = services.clock();
    const whereTo = `${input.network} ${input.accountNumber}`;
    const prepared = await prepareOrder(tx, input, { side: 'sell', now, whereTo, proof: input.proofFile });
    const person = await arriving;
    refuseUnlessConfirmed(person, 30);
    if ('placed' in prepared) return prepared.placed;
    const { ground, terms, requestHash } = prepared;
    const { settings } = ground.may;

    if (!ground.fit.proof) refuse('trading.wallet_proof_missing', {});
    if (ground.proves >= settings.order_limits.perPicture) refuse('trading.proof_used', {});
    if (!ground.facts || !holderMatches(input.accountHolderName, ground.facts)) refuse('trading.name_mismatch', {});
    if (lacksBranch(terms.net, input.routingNumber)) refuse('trading.branch_needed', {});
    const at = { symbol: terms.symbol, network: input.network, address: input.senderWalletAddress, tag: '' };
    const sender = customerWallet(at, settings);
    const { refusal, large } = verdictOn(terms, ground.may, now);
    if (refusal && floods(refusal)) refuseFor(refusal);
    if (!refusal) refuseWithoutFunds({ side: 'sell', large }, input, ground.fit);
    const { network } = input;
    const outside = saidOf(asked, sender.address);
    const order = { userId: person.id, terms, network, walletAddress: sender.address, at: now, outside };
    const judgement = await judgeOrder(tx, order, ground);
    const limited = refusal && heldAs(refusal);

    // Before the order, whose statement commits.
    await deleteDraft(tx, person.id);
    return writeOrder(tx, order, {
      ...payoutDetails(input),
      ids: ground.ids,
      reference: ground.reference,
      judgement,
      overLimit:
        limited === 'limit_exceeded_after_sending'
          ? { opensCase: ground.heldForLimit + 1 >= settings.order_limits.heldBeforeCase }
          : null,
      payIn: 'claimed',
      holdReason: stoppedBy(judgement) ?? limited ?? judgement.finding,
      paymentMethod: 'crypto',
      quoteId: input.quoteId,
      likeness: likenessWith(terms, whereTo),
      walletAddress: null,
      destinationTag: null,
      senderWalletAddress: sender.address,
      companyWallet: settings.company_wallets[input.network],
      purpose: large ? recordedDefaults.sell.purpose : null,
      sourceOfFunds: input.sourceOfFunds ?? (large ? recordedDefaults.sell.source : null),
      sourceOfFundsFile: input.sourceOfFundsFile,
      parties: large ? readHolding(input) : null,
      proofFile: input.proofFile,
      receipt: receiptOf(terms, sellFacts(input, settings.company_wallets[input.network]), now),
      lapsesAt: after(now, days(settings.price_windows.searchDays)),
      priceHoldsUntil: priceHoldsUntil(now, 'crypto', settings.price_windows),
      requestId: request.id,
      key: input.key,
      requestHash,
    });
  });

/** What no order passes, coins or not: its words say what to do about coins that were sent. */
const floods = ({ code }: OrderRefusal): boolean => code.startsWith('too_many_');

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
