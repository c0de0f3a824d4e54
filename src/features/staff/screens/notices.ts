export const accountNotices = {
  sessionsEnded: { title: 'Signed out', text: 'The customer is signed out everywhere.' },
  unfrozen: { title: 'Unfrozen', text: 'Payouts can continue.' },
} as const;
