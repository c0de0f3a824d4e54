/** What the pages of notices say of what happened: customers alone load it. */
export const noticesNotices = {
  saved: { title: 'Saved', text: 'It counts from now on.' },
  failed: { title: 'Not loaded', text: 'Your notices could not be loaded.' },
  settingsFailed: { title: 'Not loaded', text: 'What we tell you could not be loaded.' },
} as const;

/** The words that somebody agrees to, with the version that is written down with each answer. */
export const marketingWords = {
  version: '2026-11-25',
  text: 'Yes, mail me news and offers: new courses, coins and prices. I can take this back here, or in every such mail.',
} as const;

/** What became of consent where the person did not take it back here. */
export const consentEnded = {
  link: 'You took it back with the link in a mail.',
  bounce: 'A mail to your address came back to us, so we stopped.',
  complaint: 'Your mail provider told us that you marked a mail of ours as spam, so we stopped.',
} as const;

/** What became of a mail to somebody, above their settings. */
export const mailTroubles = {
  bounce: 'A mail to your address came back to us on {day}. Please check that your mailbox takes mails.',
  complaint: 'Your mail provider told us on {day} that you marked a mail of ours as spam. We send you no marketing.',
} as const;
