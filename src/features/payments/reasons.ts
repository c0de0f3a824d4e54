/** Staff decisions that need a reason (decision D4). The `customer` text also explains where the money is. */
export type ReasonedAct = 'reject_claim' | 'reject' | 'return' | 'undo' | 'bounce';

export type Reason = {
  readonly code: string;
  /** Null if the customer is not notified. */
  readonly customer: string | null;
  readonly staff: string;
};

const refundNote = 'Anything you already sent goes back to where it came from.';

export const paymentReasons = {
  reject_claim: [
    {
      code: 'unreadable',
      customer: 'We could not read your proof. Please upload it again, complete and in focus. Nothing is lost.',
      staff: 'The picture or PDF is not readable.',
    },
    {
      code: 'other_payment',
      customer: 'Your proof shows another payment. Please upload the proof for this reference.',
      staff: 'The proof shows a different amount, account or day.',
    },
    {
      code: 'name_differs',
      customer:
        'The name on the payment is not yours. Please upload proof that the account is yours, or pay from your own account.',
      staff: 'The payer on the bank line is not the customer. We hold the money until they reply.',
    },
  ],
  reject: [
    {
      code: 'not_found',
      customer: "We could not find your payment, and nothing was charged. If it still arrives, we'll send it back.",
      staff: 'The payment did not reach our account.',
    },
    {
      code: 'amount_differs',
      customer: `We received a different amount from the amount due. ${refundNote}`,
      staff: 'The amount on the bank line differs. Record it as unallocated money.',
    },
    {
      code: 'asked_by_customer',
      customer: `Cancelled as you asked. ${refundNote}`,
      staff: 'The customer asked to cancel.',
    },
    {
      code: 'called_off',
      customer: `The workshop was cancelled. ${refundNote}`,
      staff: 'The workshop was cancelled.',
    },
    {
      code: 'not_possible',
      customer: `We can't take this payment. ${refundNote}`,
      staff: 'Another reason, which we do not share with the customer. Explain it in the note.',
    },
  ],
  return: [
    {
      code: 'too_late',
      customer: 'Your payment arrived after the deadline.',
      staff: 'The money arrived after the payment had ended.',
    },
    {
      code: 'given_back_as_asked',
      customer: 'You asked for this refund.',
      staff: 'The customer asked for a refund, and our terms allow it.',
    },
    {
      code: 'not_all_given',
      customer: "You didn't get everything you paid for.",
      staff: 'Part of the purchase was not provided. Explain which part in the note.',
    },
    { code: 'paid_twice', customer: 'You paid twice.', staff: 'Duplicate of another payment.' },
    {
      code: 'charged_back',
      customer: 'Your bank reversed this card payment.',
      staff: 'Chargeback: the provider already took the money back. Record the chargeback number.',
    },
    {
      code: 'cannot_be_given',
      customer: "We can't provide what you paid for.",
      staff: 'Another reason, which we do not share with the customer. Explain it in the note.',
    },
  ],
  undo: [
    {
      code: 'never_sent',
      customer: null,
      staff: 'Approved but never sent. Explain how you know, such as no transfer on the account.',
    },
    {
      code: 'refused_at_once',
      customer: null,
      staff: 'The bank, provider or network rejected the transfer. Say where you see that.',
    },
  ],
  bounce: [
    {
      code: 'returned_by_bank',
      customer:
        "Your bank didn't accept the refund, so we have your money again. We'll contact you before we resend it.",
      staff: 'The bank sent it back. Confirm the account with the customer before you prepare another refund.',
    },
    {
      code: 'dropped_by_network',
      customer: "The network didn't process the refund, so we have your coins again. We'll resend them.",
      staff: 'The transaction was dropped or replaced and cannot be confirmed any more. Say where you see that.',
    },
  ],
} as const satisfies Record<ReasonedAct, readonly Reason[]>;

const reasonsByAct: Readonly<Record<ReasonedAct, readonly Reason[]>> = paymentReasons;

export const getReason = (act: ReasonedAct, code: string): Reason | null =>
  reasonsByAct[act].find((reason) => reason.code === code) ?? null;

export const getCustomerReason = (code: string | null): string | null =>
  code === null
    ? null
    : (Object.values(reasonsByAct)
        .flat()
        .find((reason) => reason.code === code)?.customer ?? null);
