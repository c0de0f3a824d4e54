/**
 * Deposit-taking institutions in Jamaica, as suggestions: customers may type any other, such as a credit union.
 * Branches have no public list. A transit number has 8 digits, 3 for the institution and 5 for the branch.
 */
export const jamaicanBanks = [
  'National Commercial Bank (NCB)',
  'Scotiabank (Bank of Nova Scotia Jamaica)',
  'JN Bank',
  'Sagicor Bank',
  'CIBC Caribbean',
  'First Global Bank',
  'JMMB Bank',
  'Citibank',
  'VM Building Society',
  'Scotia Jamaica Building Society',
  'Cornerstone Trust & Merchant Bank',
] as const;
