export const launchDeskNotices = {
  asked: { title: 'Question sent', text: 'We emailed the founder. The launch waits for their answer.' },
  decided: { title: 'Decision sent', text: 'We emailed the founder. The coin is not listed for trading.' },
} as const;

export const launchDeskWords = {
  submitted: 'To review',
  waiting_for_founder: 'Waiting for founder',
  accepted: 'Accepted',
  declined: 'Declined',
  not_enough: 'Incomplete',
  withdrawn: 'Withdrawn',
} as const;
