export const workshopNotices = {
  make: { title: 'Draft saved', text: 'Announce the workshop to make it visible.' },
  change: { title: 'Saved', text: 'Your changes to {title} are saved.' },
  announce: { title: 'Announced', text: '{title} is open for registration.' },
  cancel: {
    title: 'Cancelled',
    text: '{prepared} {prepared:refund|refunds} prepared, {ended} {ended:seat|seats} cancelled, {left} left for later.',
  },
  awardsAsked: { title: 'Proposed', text: 'The release for {count} is waiting for a second person.' },
  awardSent: { title: 'Recorded', text: 'The LGM for {attendee} are recorded as sent.' },
} as const;

export const awardNotices = {
  approve: { title: 'Released', text: 'Send the LGM, then record each transfer.' },
  reject: { title: 'Rejected', text: 'Nothing is released. You can propose it again.' },
  withdraw: { title: 'Withdrawn', text: 'Nothing is released. You can propose it again.' },
} as const;
