/** Toasts and hints of the KYC forms [000 §8 KYC, decision B7]. */
export const identityNotices = {
  tier1Submitted: {
    title: 'KYC Tier 1 Submitted',
    text: 'Your KYC is being reviewed and typically takes 12-24 hours.',
  },
  tier2Submitted: {
    title: 'KYC Tier 2 Submitted',
    text: 'Your KYC is being reviewed and typically takes 12-24 hours.',
  },
  enhancedSubmitted: {
    title: 'Enhanced KYC Submitted',
    text: 'Your Enhanced KYC is being reviewed and typically takes 12-24 hours.',
  },
  uploading: { title: 'Still uploading', text: 'Wait until your file is uploaded, then continue.' },
  missingFile: 'Please upload: {what}.',
  missingSelfie: 'Please take a live selfie.',
  aboutFiles: 'Tip: ensure you are logged in and files sit under kyc-docs/{user_id}/...',
  draft: "We've saved what you entered. Continue where you left off, on any device.",
  settled: "There's nothing to send right now.",
  loses: "This tier is approved. If you submit again, its limits pause until we've reviewed it.",
  keptItems: "We already have these items. You don't need to send them again.",
  tier1First: 'You can start Tier 2 once Tier 1 is approved.',
  standing: {
    approved: 'Approved {day}',
    asked: "We need the items below. You don't need to send anything else again.",
    submitted: 'Submitted {moment}. Review time: {time}.',
    kept: "Only send these items again. We've kept everything else.",
    none: "You haven't submitted anything yet.",
  },
  notLoggedIn: { title: 'Error', text: 'You must be logged in to submit KYC.' },
  submitFailed: { title: 'Submission Error', text: 'Failed to submit KYC. Please try again.' },
  enhancedFailed: {
    title: 'Submission Failed',
    text: 'There was an error submitting your enhanced KYC. Please try again.',
  },
} as const;

export const missingFiles = {
  tier1: { title: 'Missing Files', text: 'Please upload ID, TRN document, and take a live selfie.' },
  tier2: { title: 'Missing Files', text: 'Please upload both address proof and income proof.' },
  enhanced: { title: 'Missing Files', text: 'Please upload: {what}.' },
} as const;
