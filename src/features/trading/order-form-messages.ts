/** Shown when a customer pastes a link of another EVM chain, where addresses look the same (decision F1). */
export const otherChainMessages = {
  buy: "This link is from {from}, but we'll send on {to}. Check that your wallet supports {to}.",
  sell: 'This link is from {from}. Send your coins on {to} only: crypto sent on another network is lost.',
} as const;

/** Order limits, shown in the order form (decision F4). */
export const boundMessages = {
  smallest: 'Minimum order: {smallest}.',
  buy: {
    one: 'You can have {most} order waiting for payment at a time. A cancelled order counts until its price expires.',
    many: 'You can have {most} orders waiting for payment at a time. A cancelled order counts until its price expires.',
  },
  sell: {
    one: 'You can have {most} sale waiting for coins at a time. A cancelled sale counts until its price expires.',
    many: 'You can have {most} sales waiting for coins at a time. A cancelled sale counts until its price expires.',
  },
  now: 'You currently have {now}.',
  lesson: "Before your first order we'll ask you to read a two-minute lesson.",
} as const;

export const addressCheckedLabel = 'I checked the first and last characters';

export const addressUncheckedMessage = 'Compare the address with your wallet, then tick this box.';

/** Saved wallets and bank accounts (decision F8). */
export const payeeMessages = {
  large: 'New: {from} or more, in one order or several, is paid out after {until}.',
  newLarge: 'Orders of {from} or more to a new wallet or account are paid out after {hours} {hours:hour|hours}.',
  removed: { title: 'Removed', text: 'Your orders stay the same.' },
  failed: { text: "We couldn't load your saved wallets and accounts" },
} as const;
