import { refuseAfter, refuseUnlessConfirmed, signedInAloneAfter } from '../../../platform/procedure.ts';
import { customerWallet } from '../coins/destination.ts';
import { readHolding } from '../coins/transfer-parties.ts';
import { stoppedBy } from '../judging/alert-for.ts';
import { askOutside, saidOf } from '../judging/ask-outside.ts';
import { judgeOrder } from '../judging/judge-order.ts';
import { keepStopped } from '../judging/suspicion.ts';
import { mayRefuse, refusal, refuse } from '../messages.ts';
import { lapsesAt } from '../order/order.ts';
import { networkCostOf, refuseFor, refusePaused, refuseTooManyRefused, verdictOn } from '../quoting/quote.ts';
import { priceHoldsUntil } from '../quoting/reprice.ts';
import { recordedDefaults } from '../quoting/source-of-funds.ts';
import { likenessWith, receiptOf } from '../quoting/terms.ts';
import { PlaceBuyOrder } from '../schema.ts';
import { prepareOrder, refuseWithoutFunds, writeOrder } from './place-order.ts';

/** With what placing an order of either side can be refused. */
export const placingMayRefuse = mayRefuse(
  'trading.quote_lapsed',
  'trading.prices_unavailable',
  'trading.same_order_just_placed',
  'trading.enhanced_kyc_required',
  'trading.monthly_limit_no_tier',
  'trading.monthly_limit_reached',
  'trading.not_possible',
  'trading.too_small',
  'trading.too_many_open',
  'trading.too_many_unpaid',
  'trading.too_many_today',
  'trading.paused',
  'trading.network_unfit',
  'trading.funds_missing',
  'trading.address_empty',
  'trading.address_malformed',
  'trading.address_checksum',
  'trading.address_other_network',
  'trading.address_test_network',
  'trading.address_burn_address',
  'trading.address_token_contract',
  'trading.address_excluded',
  'trading.tag_malformed',
  'trading.tag_too_large',
  'trading.tag_conflict',
  'trading.wallet_blocked',
  'trading.transaction_blocked',
  'general.key_reused',
  'accounts.confirm_needed',
);

/**
 * Places a buy order: from here on the customer has a reference and 72 hours to pay (decision A2). Promises: never
 * above the monthly limit, never past the gate without Enhanced KYC, one order for one request, all or nothing.
 */
export const placeBuyOrder = signedInAloneAfter(askOutside)
  .errors(placingMayRefuse)
  .input(PlaceBuyOrder)
  .handler(async ({ context: { services, request, tx, arriving, asked }, input }) => {
    const now = services.clock();
    const whereTo = `${input.network} ${input.walletAddress}`;
    const about = { side: 'buy' as const, now, whereTo, proof: null };
    const prepared = await prepareOrder(tx, input, about);
    const person = await arriving;
    refuseUnlessConfirmed(person, 30);
    if ('placed' in prepared) return prepared.placed;
    const { ground, terms, requestHash } = prepared;
    const { settings } = ground.may;

    // The price shown is the price used: an offer for another network, or without one, is no offer for this order.
    if (terms.networkCost.minor !== networkCostOf(settings, input.network).minor) refuse('trading.quote_lapsed', {});
    refusePaused(settings, { side: 'buy', symbol: terms.symbol, network: input.network });
    const at = {
      symbol: terms.symbol,
      network: input.network,
      address: input.walletAddress,
      tag: input.destinationTag,
    };
    const wallet = customerWallet(at, settings);
    const verdict = verdictOn(terms, ground.may, now);
    if (verdict.refusal) refuseFor(verdict.refusal);
    refuseTooManyRefused(ground.may, ground.before);
    refuseWithoutFunds({ side: 'buy', large: verdict.large }, input, ground.fit);
    const { network } = input;
    const outside = saidOf(asked, wallet.address);
    const order = { userId: person.id, terms, network, walletAddress: wallet.address, at: now, outside };
    const judgement = await judgeOrder(tx, order, ground);
    const sent = { key: input.key, requestHash, requestId: request.id };
    const stopped = stoppedBy(judgement);
    if (stopped) refuseAfter(refusal(`trading.${stopped}`, {}), keepStopped(order, judgement, sent));

    const chosen = { selected_network: input.network, wallet_address: wallet.address, destination_tag: wallet.tag };
    return writeOrder(tx, order, {
      ids: ground.ids,
      reference: ground.reference,
      judgement,
      overLimit: null,
      payIn: 'awaiting',
      holdReason: judgement.finding,
      paymentMethod: 'bank_transfer',
      quoteId: input.quoteId,
      likeness: likenessWith(terms, whereTo),
      walletAddress: wallet.address,
      destinationTag: wallet.tag,
      senderWalletAddress: null,
      senderWalletType: null,
      companyWallet: null,
      bank: null,
      purpose: verdict.large ? recordedDefaults.buy.purpose : null,
      sourceOfFunds: input.sourceOfFunds,
      sourceOfFundsFile: input.sourceOfFundsFile,
      parties: verdict.large ? readHolding(input) : null,
      proofFile: null,
      receipt: receiptOf(terms, chosen, now),
      lapsesAt: lapsesAt(now, 'bank_transfer'),
      priceHoldsUntil: priceHoldsUntil(now, 'bank_transfer', settings.price_windows),
      ...sent,
    });
  });
