import type { ProductKind } from './payment.ts';

export const paymentSituations = {
  claimed: {
    title: "We're checking for your payment",
    where: 'We usually find your {amount} within 12 to 48 hours. We’ll let you know once we see it.',
    next: "You don't need to do anything. {title} is yours once we find it.",
  },
  received: { title: 'Paid', where: 'We received your {amount}.', next: '{title} is yours.' },
  in_part: {
    title: 'Paid and partly refunded',
    where: 'We received your {amount}. We refunded {returned} and kept {kept}.',
    next: '{title} is still yours.',
  },
  lapsed: {
    title: 'This payment has expired. Nothing was charged.',
    where: "We didn't receive a payment in time. You don't owe anything.",
  },
  cancelled: { title: 'You cancelled this payment. Nothing was charged.', where: "You don't owe anything." },
  rejected: { title: 'We could not accept this payment', where: "You don't owe anything." },
  late_claim: {
    title: "We're checking for your money",
    where: "If we find it, we'll send it back to where it came from.",
  },
  to_return: {
    title: "We're refunding you",
    where: "We have your {amount}. Once two of our team approve the refund, we'll send it back to where it came from.",
    next: "You don't need to do anything.",
  },
  returned: { title: 'Your refund has been sent', where: '{back}' },
} as const;

const working = 'Our team is working diligently to process your transaction within the next 12-48 hours.';

/** Toasts after a proof upload: 'Subscription submitted' and others [001 §8 Subscriptions and workshops]. */
export const proofToasts = {
  plan: { title: 'Subscription submitted', text: working },
  workshop: { title: 'Registration submitted', text: working },
  course: { title: 'Enrollment submitted', text: working },
} as const satisfies Record<ProductKind, object>;

/** Toast titles when a payment could not be started [001 §8 Subscriptions and workshops]. */
export const beginFailures = {
  plan: { title: 'Could not create subscription' },
  workshop: { title: 'Could not submit registration' },
  course: { title: 'Could not submit enrollment' },
} as const satisfies Record<ProductKind, object>;

export const cardReturnMessage =
  "Did you pay on the card page? You can upload the confirmation here, but you don't have to. {title} is yours once your card is charged.";

/** Toast titles when a proof could not be uploaded [001 §8 Subscriptions and workshops]. */
export const proofFailures = {
  plan: { title: 'Could not submit subscription' },
  workshop: { title: 'Could not submit registration' },
  course: { title: 'Could not submit enrollment' },
} as const satisfies Record<ProductKind, object>;

/** Toasts of the Mahoni proof form [001 §8 Subscriptions and workshops]. */
export const mahoniToasts = {
  submitted: { title: 'Crypto payment submitted!', text: working },
  failed: { title: 'Failed to submit crypto payment' },
} as const;

export const mahoniMessages = {
  alone: 'Send only Mahoni (MHI) over Solana. Anything else may be lost.',
  settled: "That's {price} at {rate} per US$1 and {priceUsd} per MHI. These rates were fixed when you started.",
  exact:
    'Send exactly this amount, to the last digit. It is unique to your payment, so we can recognise your transfer.',
} as const;
