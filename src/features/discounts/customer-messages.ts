export const discountToasts = {
  entered: { title: 'Code added', text: 'Your next order shows the lower fee.' },
  proven: { title: 'Wallet proven', text: 'We check your Mahoni next. Your tier then appears here.' },
  failed: { title: 'Not loaded', text: "We couldn't load your discounts." },
  notSigned: { title: 'Not signed', text: "Your wallet didn't sign the text. You can try again." },
} as const;

/** States of a wallet on /discounts. */
export const holdingTexts = {
  waiting: "Your wallet is proven. We're checking its Mahoni on the blockchain.",
  none: 'Checked on {day}: {amount} MHI, held since {since}. That is not enough for a tier.',
  tier: 'Checked on {day}: {amount} MHI, held since {since}. We check again before the tier ends.',
  ended: 'Your {tier} tier ended on {end}. We check your wallet again.',
} as const;

export const discountTexts = {
  closed: "Discounts aren't available right now. The fee of your orders is the standard fee.",
  greatest: "Discounts don't add up. Each order uses the greatest one.",
} as const;
