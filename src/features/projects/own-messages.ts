/** What the page of a project says of what happened: its learner alone loads it. */
export const projectNotices = {
  handedIn: { title: 'Handed in', text: 'An instructor reads it. We write to you once it is marked.' },
  appealed: { title: 'A second instructor reads it', text: 'We write to you once it is marked again.' },
} as const;
