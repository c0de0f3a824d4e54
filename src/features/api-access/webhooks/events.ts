/** The database stores these names. */
export const webhookTexts = {
  'order.placed': {
    title: 'Order placed',
    about: 'An order to buy or sell was placed, by a program, on our site or by a recurring buy.',
  },
  'order.status_changed': {
    title: 'Order status changed',
    about:
      'The status of an order to buy or sell, or of its payment, has changed. A bounced transfer can move it back. ' +
      'Request the order to see the details.',
  },
  'receipt.ready': {
    title: 'Receipt ready',
    about: 'An order is complete, and its receipt is available.',
  },
} as const;
export type WebhookType = keyof typeof webhookTexts;

/** Must not contain names or amounts. */
export type WebhookBody = {
  readonly type: WebhookType;
  readonly timestamp: string;
  readonly data: { readonly orderId: string; readonly side: string; readonly status: string; readonly payIn: string };
};
