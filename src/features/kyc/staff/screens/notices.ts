export const identityNotices = {
  accept: { title: 'Accepted', text: '{name} is accepted.' },
  reject: { title: 'Marked', text: '{name} is marked as rejected. When you have checked everything, choose Reject.' },
  want: { title: 'Marked', text: 'More is needed for {name}. When you have checked everything, choose Ask for more.' },
  approved: { title: 'Approved', text: 'The submission of {name} is approved. The customer gets an email.' },
  proposed: { title: 'First approval', text: 'The submission of {name} is waiting for a second person.' },
  rejected: { title: 'Rejected', text: '{name} gets an email with the items and reasons.' },
  asked: { title: 'More requested', text: '{name} gets an email about what we need.' },
  note: { title: 'Note added', text: 'Your note is saved for {name}.' },
  joined: { title: 'Joined', text: 'This account and {name} now share one limit.' },
  split_proposed: {
    title: 'Proposed',
    text: 'One of the accounts is frozen, so a second person decides about {name}.',
  },
  declined: { title: 'Not changed', text: 'This account and {name} stay as they are.' },
  apart: { title: 'Kept separate', text: '{name} is a different person. You can now decide what was on hold.' },
} as const;
