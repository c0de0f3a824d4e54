/**
 * Why staff sent a proof back, rejected a payment or give one back (decision D4). Each code has two texts: the customer
 * reads the first, staff the second; the first says where the money is (decision A7).
 */
export type ReasonedAct = 'reject_claim' | 'reject' | 'return' | 'undo' | 'bounce';

export type Reason = {
  readonly code: string;
  /** Null where the act is between members of staff and the customer is not told. */
  readonly customer: string | null;
  readonly staff: string;
};

const elsewhere = 'Anything you already sent goes back to where it came from.';

export const paymentReasons = {
  reject_claim: [
    {
      code: 'unreadable',
      customer: 'We could not read your proof. Please upload it again, whole and sharp. Nothing is lost.',
      staff: 'The picture or PDF cannot be read.',
    },
    {
      code: 'other_payment',
      customer: 'Your proof shows another payment. Please upload the one for this reference.',
      staff: 'It shows another amount, account or day.',
    },
    {
      code: 'name_differs',
      customer:
        'The name on the payment is not yours. Please upload something that shows that the account is in your name, or pay from one that is.',
      staff: 'The payer on the bank line is not the customer. The money stays where it is until they answer.',
    },
  ],
  reject: [
    {
      code: 'not_found',
      customer: 'We could not find your payment, and nothing was taken. What still comes goes back to you.',
      staff: 'No such payment reached the account.',
    },
    {
      code: 'amount_differs',
      customer: `The amount we received differs from what was due. ${elsewhere}`,
      staff: 'The amount on the bank line differs. Record it as unassigned money.',
    },
    {
      code: 'asked_by_customer',
      customer: `Cancelled as you asked. ${elsewhere}`,
      staff: 'The customer asked for it.',
    },
    {
      code: 'called_off',
      customer: `What it was for was called off. ${elsewhere}`,
      staff: 'Its workshop was called off.',
    },
    {
      code: 'not_possible',
      customer: `We cannot take this payment. ${elsewhere}`,
      staff: 'For a reason that the customer is not told. Say which in the note.',
    },
  ],
  return: [
    {
      code: 'too_late',
      customer: 'It came after the time to pay had ended.',
      staff: 'Late money of a payment that had ended.',
    },
    {
      code: 'given_back_as_asked',
      customer: 'You asked for it.',
      staff: 'The customer asked for it, and it is theirs by our terms.',
    },
    {
      code: 'not_all_given',
      customer: 'You did not get all that you paid for.',
      staff: 'A part of what was paid for was not given. Say which in the note.',
    },
    { code: 'paid_twice', customer: 'It was paid twice.', staff: 'A double of another payment.' },
    {
      code: 'charged_back',
      customer: 'The bank of your card took this payment back.',
      staff: 'A chargeback: the provider took it from us already. Record its number.',
    },
    {
      code: 'cannot_be_given',
      customer: 'We cannot give what it was for.',
      staff: 'For a reason that the customer is not told. Say which in the note.',
    },
  ],
  undo: [
    {
      code: 'never_sent',
      customer: null,
      staff: 'It was approved and never sent. Say what shows that: the account or the provider without it.',
    },
    {
      code: 'refused_at_once',
      customer: null,
      staff: 'The bank, the provider or the network did not take it at all. Say where that is seen.',
    },
  ],
  bounce: [
    {
      code: 'returned_by_bank',
      customer: 'It was not taken where we sent it, so it is with us again. We write to you before we send it anew.',
      staff: 'It was sent back. Confirm the account with the customer before it is prepared again.',
    },
    {
      code: 'dropped_by_network',
      customer: 'The network did not carry it out, so the coins are with us again. We send them anew.',
      staff: 'The transaction was dropped or replaced and can never confirm. Say where that is seen.',
    },
  ],
} as const satisfies Record<ReasonedAct, readonly Reason[]>;

const all: Readonly<Record<ReasonedAct, readonly Reason[]>> = paymentReasons;

export const readReason = (act: ReasonedAct, code: string): Reason | null =>
  all[act].find((reason) => reason.code === code) ?? null;

/** What its customer reads about why it came to this; null where there is nothing to say. */
export const customerReason = (code: string | null): string | null =>
  code === null
    ? null
    : (Object.values(all)
        .flat()
        .find((reason) => reason.code === code)?.customer ?? null);
