/** What the page of a learner says of what happened: customers alone load it. */
export const classNotices = {
  mailsOn: { title: 'Mails on', text: 'Your instructor’s messages reach you by mail, too.' },
  mailsOff: { title: 'Mails off', text: 'You still find the messages here.' },
} as const;
