import type { Payable } from './payment.ts';

/** What the page of a payment says of how it stands, and what its steps say: customers alone load it. */
export const paymentSituations = {
  claimed: {
    title: 'We look for your payment',
    where:
      'We look for your {amount}, as a rule within 12 to 48 hours. It counts as received when we see it ourselves.',
    next: 'You need not do anything. {title} is yours once it is found.',
  },
  received: { title: 'Paid', where: 'Your {amount} reached us.', next: '{title} is yours.' },
  in_part: {
    title: 'Paid, and a part went back',
    where: 'Your {amount} reached us. {returned} of it went back to where it came from, and {kept} stays with us.',
    next: '{title} is yours as before.',
  },
  lapsed: {
    title: 'The time to pay has ended. Nothing was taken.',
    where: 'We did not hear of a payment in time. You owe nothing.',
  },
  cancelled: { title: 'You called this off. Nothing was taken.', where: 'You owe nothing.' },
  rejected: { title: 'This payment was not taken', where: 'You owe nothing for it.' },
  late_claim: {
    title: 'We look for your money',
    where: 'What we find is not used for anything: it goes back to where it came from.',
  },
  to_return: {
    title: 'Your money goes back to you',
    where: 'Your {amount} is with us. Two of us agree on it, then it is sent to where it came from.',
    next: 'You need not do anything.',
  },
  returned: { title: 'Your money went back', where: '{back}' },
} as const;

const working = 'Our team is working diligently to process your transaction within the next 12-48 hours.';

/**
 * What sending a proof is answered with: 'Subscription submitted', 'Registration submitted' [001 §8 Subscriptions and
 * workshops].
 */
export const proofNotices = {
  plan: { title: 'Subscription submitted', text: working },
  workshop: { title: 'Registration submitted', text: working },
  course: { title: 'Enrollment submitted', text: working },
} as const satisfies Record<Payable, object>;

/**
 * Where what is to be paid could not be laid down, and nobody knows why: 'Could not create subscription' [001 §8
 * Subscriptions and workshops].
 */
export const beginFailures = {
  plan: { title: 'Could not create subscription' },
  workshop: { title: 'Could not submit registration' },
  course: { title: 'Could not submit enrollment' },
} as const satisfies Record<Payable, object>;

/** Beside the proof that somebody is asked for who comes back from a card page. */
export const cardBackWords =
  'Did you pay on the card page? If it showed a confirmation, you can upload it here; you need not. {title} is yours by itself once your card was charged.';

/**
 * 'Could not submit subscription' and 'registration': the fallbacks where a proof could not be sent and nobody knows
 * why [001 §8 Subscriptions and workshops].
 */
export const proofFailures = {
  plan: { title: 'Could not submit subscription' },
  workshop: { title: 'Could not submit registration' },
  course: { title: 'Could not submit enrollment' },
} as const satisfies Record<Payable, object>;

/**
 * 'Crypto payment submitted!', 'Failed to submit crypto payment': of a payment in Mahoni [001 §8 Subscriptions and
 * workshops].
 */
export const mahoniNotices = {
  submitted: { title: 'Crypto payment submitted!', text: working },
  failed: { title: 'Failed to submit crypto payment' },
} as const;

/** What the dialog of a payment in Mahoni says of what to send. */
export const mahoniWords = {
  alone: 'Send Mahoni (MHI) over Solana and nothing else. What is sent otherwise may be lost.',
  settled: 'That is {price} at {rate} for US$1 and {priceUsd} for one MHI, settled when you began.',
  exact: 'Send exactly this amount, to the last digit. It is yours alone: we know your transfer by it.',
} as const;
