/** What the compliance desk says when something about rules, lists or customers was done. */

export const ruleNotices = {
  saved: { title: 'Saved', text: 'The draft stands. Nothing is judged by it yet.' },
  proposed: { title: 'Proposed', text: 'The rule set waits for a second person.' },
  approve: { title: 'In force', text: 'Every order from now on is judged by the new rule set.' },
  reject: { title: 'Rejected', text: 'The rules stay as they are.' },
  withdraw: { title: 'Withdrawn', text: 'The rules stay as they are. The draft can be worked on.' },
  fields: { title: 'Validation Error', text: 'Please correct the marked fields.' },
} as const;

export const listNotices = {
  cleared: { title: 'Cleared', text: '{name} is not the listed party. This pair is not raised again.' },
  proposed: { title: 'Waits', text: 'Name and birth of {name} agree: a second person reads it and decides.' },
  left: { title: 'To decide', text: 'The match of {name} waits for a decision, as before.' },
  confirmed: { title: 'Confirmed', text: '{name} is taken for the listed party and frozen. The case goes on.' },
  imported: { title: 'In force', text: 'Our own list now holds {holds}.' },
  laidBefore: { title: 'Waits', text: 'It takes something off: a second person agrees with the same file.' },
  unchanged: { title: 'Nothing changed', text: 'This is the list in force already.' },
} as const;

export const reviewNotices = {
  reviewed: { title: 'Reviewed', text: 'The review of {name} is recorded.' },
} as const;

export const screenNotices = {
  again: { title: 'Screened', text: 'By the lists in force now the wallet is {result}. The order stays held.' },
} as const;
