export const seatToasts = {
  waiting: { title: 'You are on the waiting list', text: "We'll email you when a place is free." },
  left: { title: 'You left the waiting list', text: 'You can join again at any time.' },
  walletNamed: { title: 'Wallet saved', text: "We'll send your LGM there once our team has approved the transfer." },
  moved: { title: 'Your place has moved', text: 'Your payment moved with it.' },
} as const;
