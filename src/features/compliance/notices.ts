export const ruleNotices = {
  proposed: { title: 'Proposed', text: 'A second person must approve the rules.' },
  approve: { title: 'In force', text: 'New orders are scored with the new rules.' },
  reject: { title: 'Rejected', text: 'The rules are unchanged.' },
  withdraw: { title: 'Withdrawn', text: 'The rules are unchanged.' },
  fields: { title: 'Validation Error', text: 'Please correct the marked fields.' },
} as const;

export const listNotices = {
  cleared: { title: 'Cleared', text: "{name} is not the listed party. This match won't be raised again." },
  proposed: {
    title: 'Waiting for approval',
    text: 'The name and birth date of {name} match. A second person decides.',
  },
  left: { title: 'Left open', text: 'The match for {name} still needs a decision.' },
  confirmed: { title: 'Confirmed', text: '{name} is confirmed as the listed party and frozen. The case stays open.' },
  imported: { title: 'In force', text: 'Our own list now has {holds}.' },
  laidBefore: {
    title: 'Waiting for approval',
    text: 'The file removes entries. A second person must approve the same file.',
  },
  unchanged: { title: 'Nothing changed', text: 'This list is already in force.' },
} as const;

export const reviewNotices = {
  reviewed: { title: 'Reviewed', text: 'Your review of {name} is saved.' },
} as const;

export const screenNotices = {
  again: { title: 'Screened', text: 'Wallet result on the current lists: {result}. The order stays on hold.' },
} as const;

export const complianceNotices = {
  alertTaken: { title: 'Assigned to you', text: 'You now work on the alert about {name}.' },
  alertAssigned: { title: 'Assigned', text: 'A colleague is now working on the alert about {name}.' },
  alertClosed: { title: 'Closed', text: 'The alert about {name} is closed.' },
  snoozed: { title: 'Rule snoozed', text: 'The rule raises no alerts about {name} until that day.' },
  snoozeEnded: { title: 'Snooze ended', text: 'The rule raises alerts about {name} again.' },
  caseOpened: { title: 'Case opened', text: 'The case about {name} is open.' },
  caseJoined: { title: 'Added to case', text: 'The alert is in the case about {name}.' },
  caseAdded: { title: 'Added', text: 'Added to the case about {name}.' },
  caseAssigned: { title: 'Assigned', text: 'A colleague now works on the case about {name}.' },
  caseReview: { title: 'Review started', text: 'The case about {name} is under review.' },
  caseNoted: { title: 'Note added', text: 'Your note is in the timeline.' },
  caseClosed: { title: 'Closed', text: 'The case about {name} is closed.' },
  caseReopened: { title: 'Reopened', text: 'The case about {name} is under review again.' },
  orderHeld: { title: 'Held', text: "{reference} can't be paid out or refunded until it's released." },
  orderReleased: { title: 'Released', text: 'Order {reference} continues.' },
  releaseProposed: { title: 'Proposed', text: 'A second person must approve the release of {reference}.' },
  releaseApproved: { title: 'Released', text: 'Two people released {reference}. The order continues.' },
  releaseRejected: { title: 'Rejected', text: '{reference} stays on hold.' },
  releaseWithdrawn: { title: 'Withdrawn', text: '{reference} stays on hold.' },
  reportOpened: { title: 'Report opened', text: 'You can now write the report about {name}.' },
  reportFiled: { title: 'Filed', text: 'The report about {name} is marked as filed.' },
  frozen: { title: 'Frozen', text: "The customer's orders and payments are stopped." },
  unfreezeProposed: { title: 'Proposed', text: 'A second person must approve the unfreeze.' },
  frozenReturnProposed: { title: 'Proposed', text: 'A second person must decide on {reference}.' },
  frozenApproved: { title: 'Approved', text: 'Two people approved this.' },
  frozenRejected: { title: 'Rejected', text: 'Nothing changes.' },
  frozenWithdrawn: { title: 'Withdrawn', text: 'Nothing changes.' },
  breachNoted: {
    title: 'Recorded',
    text: "Notify the Commissioner within 72 hours of learning of the breach, even if you don't have all the details yet.",
  },
  breachSaved: { title: 'Saved', text: 'The record is updated.' },
  breachNotified: { title: 'Recorded', text: 'The time of the notification is recorded.' },
  reportAbandoned: { title: 'Abandoned', text: 'No report about {name} is filed. The reason is stored.' },
} as const;
