/**
 * What the page of launches says, 'Your project has been sent for review.' first [001 §8 Launch]: its founder alone
 * loads it.
 */
export const launchNotices = {
  sent: { title: 'Success', text: 'Your project has been sent for review.' },
  failed: { title: 'Could not submit' },
  answered: { title: 'Answered', text: 'Your answer is with us. We go on reading.' },
  withdrawn: { title: 'Withdrawn', text: 'Your project is taken back. Nobody goes on reading it.' },
  draftBack: { text: 'We brought back what you wrote on {date}.' },
} as const;

/** How a project stands, for its founder. */
export const launchStanding = {
  submitted: { title: 'Being reviewed', text: 'Our team reads it and writes to you.' },
  waiting_for_founder: { title: 'Waits for you', text: 'We have a question. Answer it below and we go on.' },
  accepted: { title: 'Accepted', text: 'Nothing is listed for trade by it.' },
  declined: { title: 'Declined', text: 'You may hand in another project at any time.' },
  not_enough: { title: 'Not enough yet', text: 'Hand it in again once you have what is missing.' },
  withdrawn: { title: 'Withdrawn', text: 'You took it back.' },
} as const;
