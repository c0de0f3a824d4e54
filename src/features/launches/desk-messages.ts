/** What the desk says of what was done with a launch. */
export const launchDeskNotices = {
  asked: { title: 'Asked', text: 'The founder is written to. It waits for them now.' },
  declared: { title: 'Written down', text: 'It stands beside this project for whoever reads it later.' },
  marked: { title: 'Marked', text: '{part}: {score} of 5.' },
  decided: { title: 'Decided', text: 'The founder is written to. Nothing is listed for trade by it.' },
} as const;

/** How a launch stands, in the words of the desk. */
export const launchDeskWords = {
  submitted: 'To read',
  waiting_for_founder: 'Waiting for the founder',
  accepted: 'Accepted',
  declined: 'Declined',
  not_enough: 'Not enough',
  withdrawn: 'Withdrawn',
} as const;
