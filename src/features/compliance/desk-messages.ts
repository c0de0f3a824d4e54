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

/** What the compliance desk says when something was done. */
export const complianceNotices = {
  alertTaken: { title: 'Taken', text: 'The alert about {name} is yours.' },
  alertAssigned: { title: 'Given', text: 'A colleague has the alert about {name} now.' },
  alertClosed: { title: 'Closed', text: 'The alert about {name} is closed, with its outcome.' },
  snoozed: { title: 'Kept quiet', text: 'The rule is quiet for {name} until that day.' },
  snoozeEnded: { title: 'Ended', text: 'The rule speaks for {name} again.' },
  caseOpened: { title: 'Case opened', text: 'The case about {name} is open.' },
  caseJoined: { title: 'Joined', text: 'The alert stands in the case about {name}.' },
  caseAdded: { title: 'Added', text: 'It stands in the case about {name}.' },
  caseAssigned: { title: 'Given', text: 'A colleague has the case about {name} now.' },
  caseReview: { title: 'Review started', text: 'The case about {name} is under review.' },
  caseNoted: { title: 'Noted', text: 'Your note stands in the time line.' },
  caseClosed: { title: 'Closed', text: 'The case about {name} is closed, with its outcome.' },
  caseReopened: { title: 'Opened again', text: 'The case about {name} is under review again.' },
  orderHeld: { title: 'Held', text: '{reference} cannot be paid out or returned until it is released.' },
  orderReleased: { title: 'Released', text: '{reference} goes on.' },
  releaseProposed: { title: 'Proposed', text: 'The release of {reference} waits for a second person.' },
  releaseApproved: { title: 'Released', text: 'Two people have released {reference}. It goes on.' },
  releaseRejected: { title: 'Refused', text: '{reference} stays held.' },
  releaseWithdrawn: { title: 'Taken back', text: '{reference} stays held.' },
  reportOpened: { title: 'Report opened', text: 'The report about {name} can be written.' },
  reportFiled: { title: 'Filed', text: 'The report about {name} is marked as filed.' },
  frozen: { title: 'Frozen', text: 'Nothing of the customer moves from now on.' },
  thawProposed: { title: 'Proposed', text: 'The thaw waits for a second person.' },
  frozenReturnProposed: { title: 'Proposed', text: 'What becomes of {reference} waits for a second person.' },
  frozenApproved: { title: 'Approved', text: 'Two people have decided it.' },
  frozenRejected: { title: 'Refused', text: 'Everything stays as it was.' },
  frozenWithdrawn: { title: 'Taken back', text: 'Everything stays as it was.' },
  breachNoted: { title: 'Noted', text: 'The 72 hours run. Tell the Commissioner even before all of it is known.' },
  breachKept: { title: 'Kept', text: 'The record says it.' },
  breachTold: { title: 'Recorded', text: 'The record says when they were told.' },
  reportAbandoned: { title: 'Abandoned', text: 'Nothing is reported about {name}. The reason is kept.' },
} as const;
