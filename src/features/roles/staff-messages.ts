/** Separate from `messages.ts`, which sign-in screens load. */
export const roleNotices = {
  proposed: { title: 'Proposed', text: 'A second person has to approve it.' },
  approve: { title: 'Approved', text: 'The role has changed, in open sessions too.' },
  reject: { title: 'Rejected', text: 'The role stays as it is.' },
  withdraw: { title: 'Withdrawn', text: 'The role stays as it is.' },
} as const;
