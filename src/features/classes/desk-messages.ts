/** What staff read of what happened. */
export const classDeskNotices = {
  sent: { title: 'Sent', text: 'The mails go out now, bit by bit.' },
} as const;
