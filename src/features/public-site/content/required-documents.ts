export const requiredDocuments = {
  tier1: 'a passport, a national ID or a driver’s licence, your TRN card or letter, and a live selfie',
  tier2: 'a proof of address of the last 3 months and a proof of income',
  enhanced: 'a proof of where your money comes from',
} as const;
