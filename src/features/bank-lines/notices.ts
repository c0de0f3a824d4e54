/** What the desk is told once a line was dealt with. */
export const lineNotices = {
  confirm: { title: 'Confirmed', text: 'The money is here, and its customer is told.' },
  confirmedMany: { title: 'Confirmed', text: '{count} lines are confirmed, each by itself.' },
  askName: { title: 'Asked', text: 'The customer reads what to do. The line waits.' },
  split: { title: 'Taken in', text: 'What was not given to anything stands as unassigned money.' },
  setAside: { title: 'Set aside', text: 'It waits for nobody any more.' },
  bringBack: { title: 'Brought back', text: 'The line waits again.' },
  uploaded: { title: 'Uploaded', text: '{added} of {read} lines are new.' },
  formatKept: { title: 'Kept', text: 'The format stands under this name for the next statement.' },
} as const;
