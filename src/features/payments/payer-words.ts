/** Beside every account, theirs or ours: whose it must be [001 §8]. */
export const payerWords = 'The bank account holder name must match or the transaction will not be processed.';
