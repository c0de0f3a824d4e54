/** What the screens of programs say when something went well, and when nothing could be read. */
export const programsNotices = {
  keyEnded: { title: 'Key ended', text: 'It opens nothing any more.' },
  addressRemoved: { title: 'Address removed', text: 'It is told nothing any more.' },
  addressOn: { title: 'Address turned on', text: 'It is told from now on.' },
  toldAgain: { title: 'On its way', text: 'It is told once more within a minute.' },
  failed: { text: 'Could not load your programs' },
} as const;

/** Why an address is told nothing. */
export const pausedWords = {
  failing: { text: 'Paused: it did not take what we told it for five hours, or said that it wants no more.' },
  password: { text: 'Paused when your password changed.' },
  owner: { text: 'Paused by you.' },
} as const;
