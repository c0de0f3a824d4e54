export const launchDeskNotices = {
  asked: { title: 'Asked', text: 'We e-mailed the founder. The launch waits for their answer.' },
  decided: { title: 'Decided', text: 'We e-mailed the founder. Nothing is listed for trading.' },
} as const;

export const launchDeskWords = {
  submitted: 'To review',
  waiting_for_founder: 'Waiting for founder',
  accepted: 'Accepted',
  declined: 'Declined',
  not_enough: 'Not enough',
  withdrawn: 'Withdrawn',
} as const;
