/** Toasts after order actions. */
export const orderNotices = {
  receive: { title: 'Confirmed', text: 'The payment for {reference} is confirmed.' },
  attachLate: { title: 'Attached', text: 'The late payment is attached to {reference}. Refund it next.' },
  rejectClaim: { title: 'Proof rejected', text: 'We asked the customer of {reference} for another proof.' },
  startProcessing: { title: 'Processing started', text: 'You can now prepare the payout of {reference}.' },
  preparePayout: { title: 'Prepared', text: 'The payout of {reference} is waiting for a second person.' },
  approvePayout: { title: 'Approved', text: 'Send the payout of {reference}, then record it.' },
  sendBack: { title: 'Sent back', text: 'Prepare the payout of {reference} again.' },
  withdrawPreparation: { title: 'Withdrawn', text: 'The payout of {reference} was withdrawn.' },
  recordExtra: { title: 'Recorded', text: 'Refund the extra payment on {reference} next.' },
  prepareUndo: {
    title: 'Proposed',
    text: 'The request to undo the approval of {reference} is waiting for a second person.',
  },
  approveUndo: { title: 'Undone', text: 'The approval for {reference} is undone.' },
  declineUndo: { title: 'Approval kept', text: 'The approval for {reference} stays in place.' },
  undoPayIn: { title: 'Proposed', text: 'Unlinking the payment of {reference} is waiting for a second person.' },
  recordReturned: { title: 'Refunded', text: 'The refund of {reference} is recorded. The customer gets an email.' },
  complete: { title: 'Completed', text: '{reference} is complete. The customer has the receipt.' },
  fail: { title: 'Failed', text: '{reference} has failed. Refund any money we hold for it.' },
  cancel: { title: 'Cancelled', text: '{reference} is cancelled. Refund any money we hold for it.' },
  returnMoney: { title: 'Prepared', text: 'The refund of {reference} is waiting for a second person.' },
  approveReturn: { title: 'Approved', text: 'Send the refund of {reference}, then record it.' },
  declineReturn: { title: 'Refund cancelled', text: 'Prepare the refund of {reference} again.' },
  hold: { title: 'Held', text: 'Payout and refund of {reference} are blocked until it is released.' },
  release: { title: 'Released', text: '{reference} can continue.' },
  note: { title: 'Note added', text: 'Your note is in the timeline of {reference}.' },
} as const;

/** Toasts after actions on payments for plans, workshops and courses. */
export const paymentNotices = {
  receive: { title: 'Confirmed', text: 'The payment {reference} is confirmed. The customer can use the product now.' },
  attachLate: { title: 'Attached', text: 'The late payment is attached to {reference}. Refund it next.' },
  rejectClaim: { title: 'Proof rejected', text: 'We asked the customer of {reference} for another proof.' },
  reject: { title: 'Rejected', text: '{reference} is closed. Any money that still arrives will be refunded.' },
  prepareReturn: { title: 'Prepared', text: 'The refund of {reference} is waiting for a second person.' },
  approveReturn: { title: 'Approved', text: 'Send the refund of {reference}, then record it.' },
  declineReturn: { title: 'Refund cancelled', text: 'Prepare the refund of {reference} again.' },
  recordReturned: { title: 'Refunded', text: 'The refund of {reference} is recorded. The customer gets an email.' },
  prepareUndo: { title: 'Proposed', text: 'Undoing the refund of {reference} is waiting for a second person.' },
  approveUndo: { title: 'Undone', text: 'The refund of {reference} is undone.' },
  declineUndo: { title: 'Approval kept', text: 'The approval for {reference} stays in place.' },
} as const;

export const settingNotices = {
  propose: { title: 'Proposed', text: 'The change is waiting for a second person.' },
  approve: { title: 'Approved', text: 'The new value applies from now on.' },
  reject: { title: 'Rejected', text: 'The value stays the same.' },
  withdraw: { title: 'Withdrawn', text: 'The value stays the same.' },
  fields: { title: 'Validation Error', text: 'Please correct the marked fields.' },
  priceAccepted: { title: 'Price accepted', text: 'We now trade {symbol} at the new price.' },
} as const;

/** Toasts after actions on unassigned money. */
export const moneyNotices = {
  record: { title: 'Recorded', text: 'The money stays unassigned until you attach or refund it.' },
  attach: { title: 'Attached', text: 'The money now belongs to that order or payment.' },
  prepareReturn: { title: 'Prepared', text: 'The refund is waiting for a second person.' },
  approve: { title: 'Approved', text: 'Two people have approved it.' },
  decline: { title: 'Cancelled', text: 'Nothing changes.' },
  recordReturned: { title: 'Refunded', text: 'The refund is recorded.' },
  undoReturn: { title: 'Proposed', text: 'Undoing the refund is waiting for a second person.' },
  recordCharge: { title: 'Recorded', text: 'The charge will appear on its order or payment shortly, or on this page.' },
  lookAfter: { title: 'Assigned to you', text: "You're now responsible for this money." },
} as const;

export const identityNotices = {
  accept: { title: 'Accepted', text: '{name} is accepted.' },
  reject: { title: 'Marked', text: '{name} is marked as rejected. When you have checked everything, choose Reject.' },
  want: { title: 'Marked', text: 'More is needed for {name}. When you have checked everything, choose Ask for more.' },
  approved: { title: 'Approved', text: 'The submission of {name} is approved. The customer gets an email.' },
  proposed: { title: 'First approval', text: 'The submission of {name} is waiting for a second person.' },
  rejected: { title: 'Rejected', text: '{name} gets an email with the items and reasons.' },
  asked: { title: 'More requested', text: '{name} gets an email about what we need.' },
  note: { title: 'Note added', text: 'Your note is saved for {name}.' },
  joined: { title: 'Joined', text: 'This account and {name} now share one limit.' },
  split_proposed: {
    title: 'Proposed',
    text: 'One of the accounts is frozen, so a second person decides about {name}.',
  },
  declined: { title: 'Not changed', text: 'This account and {name} stay as they are.' },
  apart: { title: 'Kept separate', text: '{name} is a different person. You can now decide what was on hold.' },
} as const;

export const accountNotices = {
  sessionsEnded: { title: 'Signed out', text: 'The customer is signed out everywhere.' },
  unfrozen: { title: 'Unfrozen', text: 'Payouts can continue.' },
} as const;

export const projectNotices = {
  marked: { title: 'Marked', text: 'The learner gets an email.' },
} as const;

export const workshopNotices = {
  make: { title: 'Draft saved', text: 'Announce the workshop to make it visible.' },
  change: { title: 'Saved', text: 'Your changes to {title} are saved.' },
  announce: { title: 'Announced', text: '{title} is open for registration.' },
  cancel: {
    title: 'Cancelled',
    text: '{prepared} {prepared:refund|refunds} prepared, {ended} {ended:seat|seats} cancelled, {left} left for later.',
  },
  awardsAsked: { title: 'Proposed', text: 'The release for {count} is waiting for a second person.' },
  awardSent: { title: 'Recorded', text: 'The LGM for {attendee} are recorded as sent.' },
} as const;

export const awardNotices = {
  approve: { title: 'Released', text: 'Send the LGM, then record each transfer.' },
  reject: { title: 'Rejected', text: 'Nothing is released. You can propose it again.' },
  withdraw: { title: 'Withdrawn', text: 'Nothing is released. You can propose it again.' },
} as const;
