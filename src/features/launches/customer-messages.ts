/** Texts of /launch [001 §8 Launch]. Separate, so that only this page loads them. */
export const launchNotices = {
  sent: { title: 'Success', text: 'Your project has been sent for review.' },
  failed: { title: 'Could not submit' },
  answered: { title: 'Answer sent', text: "We'll continue our review." },
  withdrawn: { title: 'Withdrawn', text: "You've withdrawn your project. We won't review it further." },
  draftBack: { text: 'We restored your draft from {date}.' },
} as const;

export const launchStanding = {
  submitted: { title: 'In review', text: "We'll email you when we have a question or a decision." },
  waiting_for_founder: { title: 'Answer needed', text: 'We have a question. Answer it below to continue the review.' },
  accepted: { title: 'Accepted', text: "This doesn't list your coin for trading." },
  declined: { title: 'Declined', text: 'You can submit another project at any time.' },
  not_enough: { title: 'Incomplete', text: 'Add the missing parts and submit your project again.' },
  withdrawn: { title: 'Withdrawn', text: 'You withdrew this project.' },
} as const;
