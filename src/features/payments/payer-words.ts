/** Beside every account, theirs or ours: whose it must be [001 §8]. */
export const payerWords = 'The bank account holder name must match or the transaction will not be processed.';

/** Above every receiving wallet of the demo. */
export const demoWalletWords = 'This is a demo. Do not send real coins to this address.';
