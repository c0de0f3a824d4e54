/** A pasted link of another EVM chain, where addresses look the same (decision F1). */
export const otherChainMessages = {
  buy: "This link is from {from}. We'll send on {to}: check that your wallet accepts it there.",
  sell: 'This link is from {from}. Send your coins on {to} only: crypto sent on another network is lost.',
} as const;

/** Bounds of an order, shown while typing (decision F4). */
export const boundMessages = {
  smallest: 'Smallest order: {smallest}.',
  buy: {
    one: 'You can have {most} unpaid order at a time. A cancelled one counts until its price expires.',
    many: 'You can have {most} unpaid orders at a time. A cancelled one counts until its price expires.',
  },
  sell: {
    one: 'You can have {most} sale waiting for your coins at a time. A cancelled one counts until its price expires.',
    many: 'You can have {most} sales waiting for your coins at a time. A cancelled one counts until its price expires.',
  },
  now: 'You have {now} now.',
  lesson: "Before your first order we'll ask you to read a two-minute lesson.",
} as const;
