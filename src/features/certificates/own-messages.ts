/** What the page of a learner says of what happened: customers alone load it. */
export const certificateNotices = {
  issued: { title: 'Certificate issued', text: 'Save it, or hand on its code.' },
  nameShown: { title: 'Name shown', text: 'Whoever checks the code sees your name.' },
  nameHidden: { title: 'Name hidden', text: 'Whoever checks the code sees that it counts, and not whose it is.' },
} as const;
