export const accountNotices = {
  sessionsEnded: { title: 'Signed out', text: 'The customer is signed out everywhere.' },
  unfrozen: { title: 'Unfrozen', text: 'Payouts can continue.' },
} as const;

/** Separate from `messages.ts`, which sign-in screens load. */
export const roleNotices = {
  proposed: { title: 'Proposed', text: 'A second person has to approve it.' },
  approve: { title: 'Approved', text: 'The change applies now, also in open sessions.' },
  reject: { title: 'Rejected', text: 'The role stays the same.' },
  withdraw: { title: 'Withdrawn', text: 'The role stays the same.' },
} as const;
