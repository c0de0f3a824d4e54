/** What the desk says when something was done. */
export const scamDeskNotices = {
  reviewed: { title: 'In review', text: 'Whoever reported sees that we look at it.' },
  noted: { title: 'Noted', text: 'Your note stands beside the matter.' },
  judged: { title: 'Judged', text: 'The reports of this matter can be answered now.' },
  common: { title: 'Marked', text: 'It joins and tells nothing any more.' },
  uncommon: { title: 'Mark taken off', text: 'It tells again who named it.' },
  drawn: { title: 'Report file made', text: 'Look at it before you send it.' },
  completed: { title: 'Completed', text: 'Whoever reported can download the report, and is written to.' },
  declined: { title: 'Declined', text: 'Whoever reported is written to.' },
  proposed: { title: 'Proposed', text: 'It is published once somebody else agrees to these very words.' },
  approve: { title: 'Published', text: 'Everybody can read the warning now.' },
  reject: { title: 'Rejected', text: 'Nothing is published.' },
  withdraw: { title: 'Taken back', text: 'Nothing is published.' },
  withdrawn: { title: 'Withdrawn', text: 'Nobody reads the warning any more.' },
  answered: { title: 'Answered', text: 'Whoever appealed is written to.' },
} as const;
