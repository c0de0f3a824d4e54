export const priceAlertToasts = {
  set: { title: 'Alert set', text: "We'll let you know. You choose how in your notice settings." },
  removed: { title: 'Alert removed', text: "We won't notify you about it any more." },
  failed: { title: 'Not loaded', text: "We couldn't load your price alerts." },
} as const;
