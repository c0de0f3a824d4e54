/**
 * Why staff stopped, returned or held something. Every such act carries one of these codes (decisions C2, D4) and
 * each code has two texts: the customer reads the first, staff the second. A customer never learns of a suspicion
 * (A7): every hold, and every stop that compliance orders, reads alike to them. A customer text says where the
 * money is.
 */
export type ReasonedAct =
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
  /** Null where the act is between members of staff and the customer is not told. */
  readonly customer: string | null;
  /** What they read instead once it has gone back: then it is on its way no longer. */
  readonly wentBack?: string;
  readonly staff: string;
};

const heldQuietly =
  'We are still checking your order. It stays open and nothing is lost. We will write to you when it moves on.';
const stoppedQuietly =
  'We cannot carry out this order. Anything you already sent for it is with us, and we will write to you about it.';

export const orderReasons = {
  fail: [
    {
      code: 'payout_refused_by_bank',
      customer: 'Your bank did not take the payout. Your coins are with us. Check your bank details with us.',
      staff: 'The bank refused the payout. Confirm the account with the customer before anything is sent again.',
    },
    {
      code: 'network_unavailable',
      customer: 'The network was not available for too long. Your payment is with us and goes back to you.',
      staff: 'The network or the coin could not be delivered. Return the payment.',
    },
    {
      code: 'out_of_stock',
      customer: 'We could not supply the coins for this order. Your payment is with us and goes back to you.',
      staff: 'The reserve did not cover the order. Return the payment and look at the float.',
    },
    {
      code: 'compliance',
      customer: stoppedQuietly,
      staff: 'Stopped by compliance. Do not explain it to the customer.',
    },
    {
      code: 'our_mistake',
      customer: 'We made a mistake with this order. What you sent is with us and goes back to you in full.',
      staff: 'Our own mistake. Say which in the note.',
    },
  ],
  cancel: [
    {
      code: 'asked_by_customer',
      customer: 'Cancelled as you asked. Anything you already sent goes back to you.',
      staff: 'The customer asked for it.',
    },
    {
      code: 'price_not_taken',
      customer: 'The price had ended and the new one was not taken. What you sent goes back to where it came from.',
      staff: 'Paid after the price had ended; the customer did not take the new price. Return it.',
    },
    {
      code: 'payment_not_found',
      customer:
        'We could not find your payment, and nothing was taken. We go on looking: what comes goes back to you. ' +
        'You need not do anything.',
      staff: 'A proof was uploaded, but no such payment reached the account.',
    },
    {
      code: 'amount_differs',
      customer: 'The amount we received differs from the order. It is with us and goes back to you.',
      staff: 'The amount on the bank line or the chain differs from the order.',
    },
    {
      code: 'payer_name_differs',
      customer: 'The payment did not come from an account or card in your name. It goes back to where it came from.',
      staff: 'A third party paid. Return to the source only.',
    },
    {
      code: 'wrong_network_or_coin',
      customer: 'Other coins, or coins on another network, arrived. We will write to you about them.',
      staff: 'Coins of another kind or network arrived. Check whether they can be recovered.',
    },
    {
      code: 'duplicate',
      customer: 'This order was placed twice. The other one goes on.',
      staff: 'A double of another order. Give its reference in the note.',
    },
    {
      code: 'compliance',
      customer: stoppedQuietly,
      staff: 'Stopped by compliance. Do not explain it to the customer.',
    },
  ],
  return: [
    {
      code: 'order_stopped',
      customer: 'The order did not go ahead. What you sent is on its way back to where it came from.',
      wentBack: 'The order did not go ahead.',
      staff: 'The order failed or was cancelled with the payment in hand.',
    },
    {
      code: 'paid_too_late',
      customer: 'Your payment came after the order had lapsed. It is on its way back to where it came from.',
      wentBack: 'Your payment came after the order had lapsed.',
      staff: 'Late payment for a lapsed order, and the customer did not want a new one.',
    },
    {
      code: 'third_party_payer',
      customer: 'The payment did not come from you. It is on its way back to where it came from.',
      wentBack: 'The payment did not come from you.',
      staff: 'A third party paid. Returned to the source.',
    },
    {
      code: 'charged_back',
      customer:
        'The company of your card gave you this payment back: it is on its way back to your card, or there by now.',
      wentBack: 'The company of your card gave you this payment back.',
      staff: 'Charged back: it left already, under the provider’s number.',
    },
    {
      code: 'paid_twice',
      customer: 'You paid twice. The second payment is on its way back to where it came from.',
      staff: 'A second payment for the same order.',
    },
  ],
  hold: [
    {
      code: 'wallet_not_screened',
      customer: heldQuietly,
      staff: 'Screening was down. Screen the wallet, then release.',
    },
    // What the admin note of a screening error says [001 §4 Pre-creation checks].
    {
      code: 'screening_down',
      customer: heldQuietly,
      staff:
        'Screening was down when it was placed. It is screened by itself once the lists are fresh; release it then.',
    },
    {
      code: 'screened_later',
      customer: heldQuietly,
      staff: 'Screening was down when it was placed. It was screened since and is clear: a person may release it.',
    },
    {
      code: 'wallet_blocked',
      customer: heldQuietly,
      staff: 'The wallet stands on a list. A case is open; the release takes two people.',
    },
    {
      code: 'transaction_blocked',
      customer: heldQuietly,
      staff: 'Its score would have stopped it, but the coins were sent already. A case is open.',
    },
    { code: 'wallet_flagged', customer: heldQuietly, staff: 'The wallet was flagged after the order was placed.' },
    {
      code: 'holder_listed',
      customer: heldQuietly,
      staff:
        'Who holds or keeps the wallet, or who paid, is like a listed party. A case is open; the release takes two people.',
    },
    { code: 'source_of_funds', customer: heldQuietly, staff: 'The source of funds does not convince yet.' },
    { code: 'payer_name_differs', customer: heldQuietly, staff: 'The payer may be a third party.' },
    {
      code: 'card_name_unknown',
      customer: heldQuietly,
      staff: 'The card provider told no name. Look it up there.',
    },
    {
      code: 'card_currency_unknown',
      customer: heldQuietly,
      staff:
        'The card provider proves neither currency nor name. Compare amount, currency and name with its list of ' +
        'charges before it is released.',
    },
    {
      code: 'charged_back',
      customer: heldQuietly,
      staff: 'The card payment was taken back: its money is not here. The release takes two people.',
    },
    { code: 'unusual_pattern', customer: heldQuietly, staff: 'Unusual for this customer. A case is open.' },
    {
      code: 'limit_exceeded_after_sending',
      customer: heldQuietly,
      staff: 'What came was sent although the order was over a limit, or is at its new price.',
    },
    {
      code: 'paused_when_sent',
      customer: heldQuietly,
      staff: 'Selling this coin was paused when the order came. Find out whether its coins left before, and are ours.',
    },
    { code: 'customer_stopped', customer: heldQuietly, staff: 'Coins were sent although the customer is stopped.' },
    { code: 'authority_request', customer: heldQuietly, staff: 'An authority asked for it. Compliance only.' },
  ],
  reject_claim: [
    {
      code: 'unreadable',
      customer: 'We cannot read your proof. Please upload a clearer one. Your order stays open.',
      staff: 'The file cannot be read.',
    },
    {
      code: 'not_this_order',
      customer: 'Your proof shows another payment. Please upload the right one. Your order stays open.',
      staff: 'Amount, reference or account on the proof belong elsewhere.',
    },
    {
      code: 'name_differs',
      customer:
        'The name on the payment is not yours. Please upload something that shows that the account is in your name, ' +
        'or pay from one that is. Your order stays open.',
      staff: 'The payer on the bank line is not the customer. The money stays where it is until they answer.',
    },
    {
      code: 'not_arrived',
      customer:
        'Your payment has not reached us yet, and nothing was taken. We go on looking for it. ' +
        'You need not do anything; a newer proof would help us.',
      staff: 'Nothing on the bank line or the chain within the usual time.',
    },
  ],
  undo: [
    {
      code: 'never_sent',
      customer: null,
      staff: 'It was approved and never sent. Say what shows that: the account or the wallet without it.',
    },
    {
      code: 'refused_at_once',
      customer: null,
      staff: 'The bank or the network did not take it at all, so it has no reference. Say where that is seen.',
    },
    {
      code: 'wrong_destination',
      customer: null,
      staff: 'It was approved for a destination that cannot take it, and was not sent.',
    },
    { code: 'compliance', customer: null, staff: 'Stopped by compliance. Do not explain it to the customer.' },
  ],
  bounce: [
    {
      code: 'returned_by_bank',
      customer:
        'The bank did not take it, so it is with us again. We send it anew, and ask you if details are missing.',
      staff: 'The bank sent it back. Confirm the account with the customer before it is prepared again.',
    },
    {
      code: 'dropped_by_network',
      customer: 'The network did not carry it out, so the coins are with us again. We send them anew.',
      staff: 'The transaction was dropped or replaced and can never confirm. Say where that is seen.',
    },
  ],
  take_off: [
    {
      code: 'belongs_elsewhere',
      customer:
        'We had noted a payment on your order that was for something else. We go on looking for yours. ' +
        'You need not do anything.',
      staff: 'It is another order’s, or nobody knows whose. It goes on as unassigned money.',
    },
    {
      code: 'noted_wrongly',
      customer: 'We had noted your payment wrongly and are noting it anew. You need not do anything.',
      staff: 'Amount, day, payer or reference were typed wrongly. Attach what is right, or record it anew.',
    },
  ],
  send_back: [
    { code: 'amount_wrong', customer: null, staff: 'The amount to pay out is not the amount of the order.' },
    { code: 'destination_wrong', customer: null, staff: 'The account or address is not the one of the order.' },
    { code: 'pay_in_unclear', customer: null, staff: 'The pay-in does not show on the bank line or the chain.' },
    { code: 'check_missing', customer: null, staff: 'A check is missing. Say which in the note.' },
  ],
} as const satisfies Record<ReasonedAct, readonly Reason[]>;

/** The codes that an act accepts, for schemas and columns. */
export type ReasonCode<Act extends ReasonedAct> = (typeof orderReasons)[Act][number]['code'];

/** The reasons to choose from. */
export const reasonsFor = (act: ReasonedAct): readonly Reason[] => orderReasons[act];

/** The reason behind a stored code; null for a code that this act does not know. */
export const readReason = (act: ReasonedAct, code: string): Reason | null =>
  reasonsFor(act).find((reason) => reason.code === code) ?? null;

/** Whether a text is a reason of this act. */
export const isReasonCode = <Act extends ReasonedAct>(act: Act, code: string): code is ReasonCode<Act> =>
  readReason(act, code) !== null;
