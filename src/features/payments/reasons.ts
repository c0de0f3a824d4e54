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
      staff: 'The picture or PDF cannot be read.',
    },
    {
      code: 'other_payment',
      customer: 'Your proof shows another payment. Please upload the one for this reference.',
      staff: 'It shows a different amount, account or day.',
    },
    {
      code: 'name_differs',
      customer:
        'The name on the payment is not yours. Please upload proof that the account is in your name, or pay from one that is.',
      staff: 'The payer on the bank line is not the customer. The money stays until they answer.',
    },
  ],
  reject: [
    {
      code: 'not_found',
      customer: "We could not find your payment, and nothing was charged. If it still arrives, we'll send it back.",
      staff: 'No such payment reached the account.',
    },
    {
      code: 'amount_differs',
      customer: `The amount we received differs from what was due. ${refundNote}`,
      staff: 'The amount on the bank line differs. Record it as unassigned money.',
    },
    {
      code: 'asked_by_customer',
      customer: `Cancelled as you asked. ${refundNote}`,
      staff: 'The customer asked for it.',
    },
    {
      code: 'called_off',
      customer: `This was cancelled. ${refundNote}`,
      staff: 'The workshop was cancelled.',
    },
    {
      code: 'not_possible',
      customer: `We can't take this payment. ${refundNote}`,
      staff: 'For a reason we do not share with the customer. Explain it in the note.',
    },
  ],
  return: [
    {
      code: 'too_late',
      customer: 'It arrived after the payment deadline.',
      staff: 'Late money for an ended payment.',
    },
    {
      code: 'given_back_as_asked',
      customer: 'You asked for this refund.',
      staff: 'The customer asked for it, and our terms allow it.',
    },
    {
      code: 'not_all_given',
      customer: "You didn't get everything you paid for.",
      staff: 'Part of the purchase was not provided. Say which in the note.',
    },
    { code: 'paid_twice', customer: 'You paid twice.', staff: 'Duplicate of another payment.' },
    {
      code: 'charged_back',
      customer: 'Your bank reversed this card payment.',
      staff: 'Chargeback: the provider already took it from us. Record its number.',
    },
    {
      code: 'cannot_be_given',
      customer: "We can't provide what you paid for.",
      staff: 'For a reason we do not share with the customer. Explain it in the note.',
    },
  ],
  undo: [
    {
      code: 'never_sent',
      customer: null,
      staff: 'Approved but never sent. Say what shows that, such as the account or the provider without it.',
    },
    {
      code: 'refused_at_once',
      customer: null,
      staff: 'The bank, provider or network rejected it. Say where you see that.',
    },
  ],
  bounce: [
    {
      code: 'returned_by_bank',
      customer: "Your bank didn't accept it, so we have your money again. We'll contact you before we resend it.",
      staff: 'It was sent back. Confirm the account with the customer before preparing it again.',
    },
    {
      code: 'dropped_by_network',
      customer: "The network didn't process it, so we have your coins again. We'll resend them.",
      staff: 'The transaction was dropped or replaced and can never confirm. Say where you see that.',
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
