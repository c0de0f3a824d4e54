/** What the desk is told once a line was dealt with. */
export const lineNotices = {
  confirm: { title: 'Confirmed', text: 'The money is here, and its customer is told.' },
  confirmedMany: { title: 'Confirmed', text: '{count} lines are confirmed, each by itself.' },
  askName: { title: 'Asked', text: 'The customer reads what to do. The line waits.' },
  split: { title: 'Taken in', text: 'What was not given to anything stands as unassigned money.' },
  setAside: { title: 'Set aside', text: 'It waits for nobody any more.' },
  bringBack: { title: 'Brought back', text: 'The line waits again.' },
  proposeTwo: { title: 'Asked', text: 'Somebody else of finance or admin reads it, and agrees or not.' },
  setAsideMany: { title: 'Set aside', text: '{count} lines stand here already, from another statement.' },
  uploaded: { title: 'Uploaded', text: '{added} of {read} lines are new.' },
  formatKept: { title: 'Kept', text: 'The format stands under this name for the next statement.' },
} as const;

/** What somebody is told who decided whether a line is another one. */
export const twoNotices = {
  approve: { title: 'Agreed', text: 'They are two. The line waits to be confirmed.' },
  reject: { title: 'Not agreed', text: 'It stays the same line until it is asked for anew.' },
  withdraw: { title: 'Taken back', text: 'Nobody is asked any more.' },
} as const;
