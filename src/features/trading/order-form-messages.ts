/** Shown when a customer pastes a link of another EVM chain, where addresses look the same (decision F1). */
export const otherChainMessages = {
  buy: "This link is from {from}, but we'll send on {to}. Check that your wallet supports {to}.",
  sell: 'This link is from {from}. Send your coins on {to} only: crypto sent on another network is lost.',
} as const;

/** Order limits, shown in the order form (decision F4). */
export const boundMessages = {
  smallest: 'Minimum order: {smallest}.',
  buy: {
    one: 'You can have {most} unpaid order at a time. A cancelled order counts until its price expires.',
    many: 'You can have {most} unpaid orders at a time. A cancelled order counts until its price expires.',
  },
  sell: {
    one: 'You can have {most} sale waiting for coins at a time. A cancelled sale counts until its price expires.',
    many: 'You can have {most} sales waiting for coins at a time. A cancelled sale counts until its price expires.',
  },
  now: 'You currently have {now}.',
  lesson: "Before your first order we'll ask you to read a two-minute lesson.",
} as const;
