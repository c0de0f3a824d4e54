/** The reminder that the bank account holder name must match, beside every account, theirs or ours [001 §8 Trading]. */
export const payerWords = 'The bank account holder name must match or the transaction will not be processed.';

/** Above every receiving wallet of the demo. */
export const demoWalletWords = 'This is a demo. Do not send real coins to this address.';
