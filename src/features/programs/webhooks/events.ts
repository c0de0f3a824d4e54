/** What an address is told of, for whoever reads the document. The database knows the same names. */
export const webhookWords = {
  'order.status_changed': {
    title: 'An order moved',
    about:
      'The status of an order, or how far its payment has come, is another one. Ask for the order to see the rest.',
  },
  'receipt.ready': {
    title: 'A receipt is ready',
    about: 'An order was carried out, and its receipt can be read.',
  },
} as const;
export type WebhookType = keyof typeof webhookWords;

/** The body of a webhook. Ids and how things stand, nobody's name and no amount. */
export type WebhookBody = {
  readonly type: WebhookType;
  readonly timestamp: string;
  readonly data: { readonly orderId: string; readonly status: string; readonly payIn: string };
};
