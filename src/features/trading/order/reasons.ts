/** Reasons of staff actions (decisions C2, D4). All holds share one text, and so do all compliance stops (A7). */
export type ReasonedAction =
  | 'fail'
  | 'cancel'
  | 'return'
  | 'hold'
  | 'reject_claim'
  | 'send_back'
  | 'undo'
  | 'bounce'
  | 'take_off';

export type Reason = {
  readonly code: string;
  /** Null for actions that the customer does not see. */
  readonly customer: string | null;
  /** Replaces `customer` after the refund is sent. */
  readonly wentBack?: string;
  readonly staff: string;
};

const holdText =
  "We're still checking your order. It stays open and nothing is lost. We'll write to you when there's news.";
const stopText =
  "We can't complete this order. If you already sent something, we have it, and we'll write to you about it.";

export const orderReasons = {
  fail: [
    {
      code: 'payout_refused_by_bank',
      customer:
        "Your bank didn't accept the payout. We still have your coins. Please contact us to check your bank details.",
      staff: 'The bank refused the payout. Confirm the account with the customer before sending again.',
    },
    {
      code: 'network_unavailable',
      customer: "The network was unavailable for too long. We have your payment and we'll refund it.",
      staff: 'The network or coin was unavailable. Refund the payment.',
    },
    {
      code: 'out_of_stock',
      customer: "We couldn't supply the coins for this order. We have your payment and we'll refund it.",
      staff: "The reserve didn't cover the order. Refund the payment and top up the reserve.",
    },
    {
      code: 'compliance',
      customer: stopText,
      staff: "Stopped by compliance. Don't explain it to the customer.",
    },
    {
      code: 'our_mistake',
      customer: "We made a mistake with this order. We have what you sent, and we'll refund it in full.",
      staff: 'Our own mistake. Describe it in the note.',
    },
  ],
  cancel: [
    {
      code: 'asked_by_customer',
      customer: "Cancelled as you asked. We'll refund anything you already sent.",
      staff: 'The customer asked us to cancel.',
    },
    {
      code: 'price_not_taken',
      customer:
        "The price expired and the new price wasn't accepted. We'll refund what you sent to where it came from.",
      staff: "Paid after the price expired, and the customer didn't accept the new price. Refund the payment.",
    },
    {
      code: 'payment_not_found',
      customer:
        "We couldn't find your payment, and nothing was taken. We'll keep looking and refund it if it arrives. " +
        "You don't need to do anything.",
      staff: 'A proof was uploaded, but no such payment arrived.',
    },
    {
      code: 'amount_differs',
      customer: "The amount we received differs from the order. We have it and we'll refund it.",
      staff: 'The amount on the statement or the chain differs from the order.',
    },
    {
      code: 'payer_name_differs',
      customer: "The payment didn't come from an account or card in your name. We'll refund it to where it came from.",
      staff: 'A third party paid. Refund to the source only.',
    },
    {
      code: 'wrong_network_or_coin',
      customer: "Different coins arrived, or they came on another network. We'll write to you about them.",
      staff: 'Another coin or network arrived. Check if the coins can be recovered.',
    },
    {
      code: 'duplicate',
      customer: "This order was placed twice. We'll process the other one.",
      staff: 'A duplicate of another order. Write the other reference in the note.',
    },
    {
      code: 'compliance',
      customer: stopText,
      staff: "Stopped by compliance. Don't explain it to the customer.",
    },
  ],
  return: [
    {
      code: 'order_stopped',
      customer: "The order didn't go ahead. Your refund is on its way to where it came from.",
      wentBack: "The order didn't go ahead.",
      staff: 'The order failed or was cancelled after the payment arrived.',
    },
    {
      code: 'paid_too_late',
      customer: 'Your payment came after the order had expired. Your refund is on its way to where it came from.',
      wentBack: 'Your payment came after the order had expired.',
      staff: "Late payment for an expired order, and the customer didn't want a new one.",
    },
    {
      code: 'third_party_payer',
      customer: "The payment didn't come from you. The refund is on its way to where it came from.",
      wentBack: "The payment didn't come from you.",
      staff: 'A third party paid. Refunded to the source.',
    },
    {
      code: 'charged_back',
      customer: "Your card company refunded this payment. It's on its way to your card, or already there.",
      wentBack: 'Your card company refunded this payment.',
      staff: 'Charged back: the money has already left, under the provider’s reference.',
    },
    {
      code: 'paid_twice',
      customer: 'You paid twice. The refund of the second payment is on its way to where it came from.',
      staff: 'A second payment for the same order.',
    },
  ],
  hold: [
    {
      code: 'wallet_not_screened',
      customer: holdText,
      staff: 'Screening was down. Screen the wallet, then release.',
    },
    // The admin note of a screening error [001 §4 Pre-creation checks].
    {
      code: 'screening_down',
      customer: holdText,
      staff:
        'Screening was down when the order was placed. It runs again once the lists are up to date. Then release the order.',
    },
    {
      code: 'screened_later',
      customer: holdText,
      staff:
        'Screening was down when the order was placed. The wallet is now clear, so one person may release the order.',
    },
    {
      code: 'wallet_blocked',
      customer: holdText,
      staff: 'The wallet is on a list. A case is open; release takes two people.',
    },
    {
      code: 'transaction_blocked',
      customer: holdText,
      staff: 'The risk score would have blocked this order, but the coins were already sent. A case is open.',
    },
    { code: 'wallet_flagged', customer: holdText, staff: 'The wallet was flagged after the order was placed.' },
    {
      code: 'holder_listed',
      customer: holdText,
      staff:
        'The wallet’s holder or provider, or the payer, matches a listed party. A case is open; release takes two people.',
    },
    { code: 'source_of_funds', customer: holdText, staff: "The source of funds isn't convincing yet." },
    { code: 'payer_name_differs', customer: holdText, staff: 'The payer may be a third party.' },
    {
      code: 'card_name_unknown',
      customer: holdText,
      staff: 'The card provider sent no cardholder name. Look up the name at the provider.',
    },
    {
      code: 'card_currency_unknown',
      customer: holdText,
      staff:
        'The card provider confirmed neither currency nor name. Compare amount, currency and name with its list of ' +
        'charges before release.',
    },
    {
      code: 'charged_back',
      customer: holdText,
      staff: 'The card payment was charged back, so we no longer have the money. Release takes two people.',
    },
    { code: 'unusual_pattern', customer: holdText, staff: 'Unusual for this customer. A case is open.' },
    {
      code: 'limit_exceeded_after_sending',
      customer: holdText,
      staff: 'The coins were sent although the order exceeded a limit, or the new price exceeds a limit.',
    },
    {
      code: 'paused_when_sent',
      customer: holdText,
      staff: 'Sales of this coin were paused when this order was placed. Check if the customer already sent the coins.',
    },
    { code: 'customer_stopped', customer: holdText, staff: 'Coins were sent although the customer is frozen.' },
    { code: 'authority_request', customer: holdText, staff: 'Requested by an authority. Compliance only.' },
  ],
  reject_claim: [
    {
      code: 'unreadable',
      customer: "We can't read your proof. Please upload a clearer one. Your order stays open.",
      staff: "The file can't be read.",
    },
    {
      code: 'not_this_order',
      customer: 'Your proof shows another payment. Please upload the right one. Your order stays open.',
      staff: 'Amount, reference or account on the proof belong to another payment.',
    },
    {
      code: 'name_differs',
      customer:
        "The name on the payment isn't yours. Please upload something that shows the account is in your name, " +
        'or pay from an account in your name. Your order stays open.',
      staff: "The payer on the statement isn't the customer. The money stays where it is until they answer.",
    },
    {
      code: 'not_arrived',
      customer:
        "Your payment hasn't reached us yet, and nothing was taken. We'll keep looking. " +
        "You don't need to do anything, but a newer proof would help.",
      staff: 'Nothing arrived on the statement or the chain within the usual time.',
    },
  ],
  undo: [
    {
      code: 'never_sent',
      customer: null,
      staff: 'Approved but never sent. Say which account or wallet shows this.',
    },
    {
      code: 'refused_at_once',
      customer: null,
      staff: "The bank or network rejected it right away, so there's no reference. Say where you can see this.",
    },
    {
      code: 'wrong_destination',
      customer: null,
      staff: 'Approved for a destination that can’t receive it, and not sent.',
    },
    { code: 'compliance', customer: null, staff: "Stopped by compliance. Don't explain it to the customer." },
  ],
  bounce: [
    {
      code: 'returned_by_bank',
      customer: "The bank returned the transfer to us. We'll send it again, and ask you if details are missing.",
      staff: 'The bank returned the transfer. Confirm the account with the customer before preparing it again.',
    },
    {
      code: 'dropped_by_network',
      customer: "The network didn't process the transfer, so we still have the coins. We'll send them again.",
      staff: 'The transaction was dropped or replaced and can never confirm. Say where you can see this.',
    },
  ],
  take_off: [
    {
      code: 'belongs_elsewhere',
      customer:
        "We matched the wrong payment to your order. We're still looking for yours. " +
        "You don't need to do anything.",
      staff: 'The payment belongs to another order, or its owner is unknown. It becomes unallocated money.',
    },
    {
      code: 'noted_wrongly',
      customer: "We recorded your payment incorrectly and are correcting it. You don't need to do anything.",
      staff: 'Amount, day, payer or reference were wrong. Attach the right payment, or record it again.',
    },
  ],
  send_back: [
    { code: 'amount_wrong', customer: null, staff: 'The payout amount differs from the order.' },
    { code: 'destination_wrong', customer: null, staff: 'The account or address differs from the order.' },
    { code: 'pay_in_unclear', customer: null, staff: "The payment doesn't show on the statement or the chain." },
    { code: 'check_missing', customer: null, staff: 'A check is missing. Name it in the note.' },
  ],
} as const satisfies Record<ReasonedAction, readonly Reason[]>;

export type ReasonCode<Act extends ReasonedAction> = (typeof orderReasons)[Act][number]['code'];

export const reasonsFor = (act: ReasonedAction): readonly Reason[] => orderReasons[act];

export const readReason = (act: ReasonedAction, code: string): Reason | null =>
  reasonsFor(act).find((reason) => reason.code === code) ?? null;

export const isReasonCode = <Act extends ReasonedAction>(act: Act, code: string): code is ReasonCode<Act> =>
  readReason(act, code) !== null;
