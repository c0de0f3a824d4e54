/** What the forms say in a toast [000 §8]. */
export const kycNotices = {
  submitted: {
    1: {
      title: 'KYC Tier 1 Submitted',
      text: 'Your KYC is being reviewed and typically takes 12-24 hours.',
    },
    2: {
      title: 'KYC Tier 2 Submitted',
      text: 'Your KYC is being reviewed and typically takes 12-24 hours.',
    },
    3: {
      title: 'Enhanced KYC Submitted',
      text: 'Your Enhanced KYC is being reviewed and typically takes 12-24 hours.',
    },
  },
  missing: {
    1: { title: 'Missing Files', text: 'Please upload ID, TRN document, and take a live selfie.' },
    2: { title: 'Missing Files', text: 'Please upload both address proof and income proof.' },
    3: { title: 'Missing Files', text: 'Please upload the documents that are asked for.' },
  },
  failed: {
    1: { title: 'Submission Error', text: 'Failed to submit KYC. Please try again.' },
    2: { title: 'Submission Error', text: 'Failed to submit KYC. Please try again.' },
    3: {
      title: 'Submission Failed',
      text: 'There was an error submitting your enhanced KYC. Please try again.',
    },
  },
  /** Follows a refusal that is about who may put which file where. */
  filesTip: 'Tip: ensure you are logged in and files sit under kyc-docs/{user_id}/...',
  notLoggedIn: { title: 'Not logged in', text: 'Error: You must be logged in to submit KYC.' },
  invalid: { title: 'Validation Error', text: 'Please fix the errors in the form before submitting.' },
  storageOk: { title: 'KYC storage OK', text: 'A test file was stored and removed again.' },
  storageFailed: { title: 'KYC storage test failed', text: 'The test file could not be stored. Please try again.' },
} as const;
