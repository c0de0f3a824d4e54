/** The reminder that the account holder name must match [001 §8 Trading]. */
export const holderNameWarning = 'The bank account holder name must match or the transaction will not be processed.';

export const demoWalletWarning = 'This is a demo. Do not send real coins to this address.';
