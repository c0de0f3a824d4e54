/** What the desk says when a step was taken. The order's newest state stands beside it. */
export const deskNotices = {
  receive: { title: 'Confirmed', text: 'The payment is confirmed for {reference}.' },
  attachLate: { title: 'Attached', text: 'The late payment is attached to {reference} and waits to be returned.' },
  rejectClaim: { title: 'Proof sent back', text: 'The customer of {reference} is asked for another proof.' },
  startProcessing: { title: 'In work', text: '{reference} is being worked on.' },
  preparePayout: { title: 'Prepared', text: 'The pay-out of {reference} waits for a second person.' },
  approvePayout: { title: 'Approved', text: 'The pay-out of {reference} may be sent now, and then recorded.' },
  sendBack: { title: 'Sent back', text: 'The pay-out of {reference} has to be prepared again.' },
  withdrawPreparation: { title: 'Withdrawn', text: 'The pay-out of {reference} was taken back.' },
  recordExtra: { title: 'Recorded', text: 'The other payment on {reference} waits to be returned.' },
  prepareUndo: { title: 'Asked for', text: 'Undoing the approval of {reference} waits for a second person.' },
  approveUndo: { title: 'Undone', text: 'What had been approved for {reference} is undone.' },
  declineUndo: { title: 'Left as it is', text: 'What was approved for {reference} stands.' },
  undoPayIn: { title: 'Asked for', text: 'Taking the payment off {reference} waits for a second person.' },
  recordReturned: { title: 'Returned', text: 'The return of {reference} is recorded, and its customer is told.' },
  complete: { title: 'Completed', text: '{reference} is done and its customer has the receipt.' },
  fail: { title: 'Failed', text: '{reference} is ended. Money in hand waits to be returned.' },
  cancel: { title: 'Cancelled', text: '{reference} is called off. Money in hand waits to be returned.' },
  returnMoney: { title: 'Prepared', text: 'The return of {reference} waits for a second person.' },
  approveReturn: { title: 'Approved', text: 'The return of {reference} may be sent now, and then recorded.' },
  declineReturn: { title: 'Taken back', text: 'The return of {reference} has to be prepared again.' },
  hold: { title: 'Held', text: '{reference} cannot be paid out or returned until it is released.' },
  release: { title: 'Released', text: '{reference} goes on.' },
  note: { title: 'Noted', text: 'Your note stands in the story of {reference}.' },
} as const;

/** What the desk says when something was done with a payment for a plan or a place. */
export const paymentDeskNotices = {
  receive: { title: 'Confirmed', text: 'The payment {reference} is confirmed, and what it was for begins.' },
  attachLate: { title: 'Attached', text: 'The late payment is attached to {reference} and waits to be returned.' },
  rejectClaim: { title: 'Proof sent back', text: 'The customer of {reference} is asked for another proof.' },
  reject: { title: 'Rejected', text: '{reference} is ended. What comes all the same goes back.' },
  prepareReturn: { title: 'Prepared', text: 'The return of {reference} waits for a second person.' },
  approveReturn: { title: 'Approved', text: 'The return of {reference} may be sent now, and then recorded.' },
  declineReturn: { title: 'Taken back', text: 'The return of {reference} has to be prepared again.' },
  recordReturned: { title: 'Returned', text: 'The return of {reference} is recorded, and its customer is told.' },
  prepareUndo: { title: 'Asked for', text: 'Undoing the return of {reference} waits for a second person.' },
  approveUndo: { title: 'Undone', text: 'The return of {reference} is undone.' },
  declineUndo: { title: 'Left as it is', text: 'What was approved for {reference} stands.' },
} as const;

/** What the settings page says when a change was asked for or decided. */
export const settingNotices = {
  propose: { title: 'Proposed', text: 'The change waits for a second person.' },
  approve: { title: 'Approved', text: 'The new value is in force.' },
  reject: { title: 'Rejected', text: 'The value stays as it is.' },
  withdraw: { title: 'Withdrawn', text: 'The value stays as it is.' },
  fields: { title: 'Validation Error', text: 'Please correct the marked fields.' },
  priceAccepted: { title: 'Price accepted', text: '{symbol} is traded at the new price.' },
} as const;

/** What the desk says when something was done with money that stands on no order. */
export const moneyNotices = {
  record: { title: 'Recorded', text: 'It stands on no order until it is attached or sent back.' },
  attach: { title: 'Attached', text: 'It is the pay-in of that order now.' },
  prepareReturn: { title: 'Prepared', text: 'The return waits for a second person.' },
  approve: { title: 'Approved', text: 'Two people have decided it.' },
  decline: { title: 'Taken back', text: 'Everything stays as it was.' },
  recordReturned: { title: 'Returned', text: 'The return is recorded.' },
  undoReturn: { title: 'Asked for', text: 'Undoing the return waits for a second person.' },
  recordCharge: { title: 'Recorded', text: 'It stands on what it was for in a moment, or here.' },
  lookAfter: { title: 'Yours now', text: 'You look after this money from now on.' },
} as const;

/** What the identity checks say when a decision was taken. */
export const identityNotices = {
  accept: { title: 'Accepted', text: '{name} is accepted.' },
  reject: { title: 'Marked', text: '{name} is marked as rejected. Close with Reject once you have seen all.' },
  want: { title: 'Marked', text: '{name} is marked as wanted. Close with Ask for more once you have seen all.' },
  approved: { title: 'Approved', text: 'The submission of {name} is approved, and the customer is told.' },
  proposed: { title: 'Approved first', text: 'The submission of {name} waits for a second person.' },
  rejected: { title: 'Rejected', text: '{name} is told which items failed and why.' },
  asked: { title: 'Asked for more', text: '{name} is told what is wanted.' },
  note: { title: 'Noted', text: 'Your note stands with {name}.' },
  joined: { title: 'Joined', text: 'Caps count together with those of {name} from now on.' },
  split_proposed: { title: 'Waits', text: 'One of the accounts is frozen: a second person decides about {name}.' },
  declined: { title: 'Left as it is', text: 'Nothing changes between this account and {name}.' },
  apart: { title: 'Kept apart', text: '{name} is another person. What was held for it can be decided.' },
} as const;

/** What a customer's page says when something about the account was done. */
export const accountNotices = {
  sessionsEnded: { title: 'Signed out', text: 'The customer is signed out everywhere.' },
  unfrozen: { title: 'Freeze lifted', text: 'Pay-outs go on.' },
} as const;

/** Of final projects. */
export const projectDeskNotices = {
  marked: { title: 'Marked', text: 'Its learner is written to.' },
} as const;

/** What the desk says when something was done with a workshop. */
export const workshopNotices = {
  make: { title: 'Kept as draft', text: 'Nobody sees it until it is announced.' },
  change: { title: 'Changed', text: '{title} is changed.' },
  announce: { title: 'Announced', text: '{title} is open for registration.' },
  cancel: {
    title: 'Called off',
    text: '{prepared} payments are prepared to go back, {ended} places ended, {left} are left for later.',
  },
  awardsAsked: { title: 'Asked for', text: 'The release for {count} waits for a second person.' },
  awardSent: { title: 'Recorded', text: 'The LGM of {attendee} are sent.' },
} as const;

/** What somebody is told who decided on a release of training coins. */
export const awardDecided = {
  approve: { title: 'Released', text: 'They may be sent now, and then recorded.' },
  reject: { title: 'Rejected', text: 'Nothing is released. It can be asked for again.' },
  withdraw: { title: 'Taken back', text: 'Nothing is released. It can be asked for again.' },
} as const;
