export const moneyNotices = {
  record: { title: 'Recorded', text: 'The money stays unallocated until you attach or refund it.' },
  attach: { title: 'Attached', text: 'The money now belongs to that order or payment.' },
  prepareReturn: { title: 'Prepared', text: 'The refund is waiting for a second person.' },
  approve: { title: 'Approved', text: 'Two people have approved it.' },
  decline: { title: 'Cancelled', text: 'Nothing changes.' },
  recordReturned: { title: 'Refunded', text: 'The refund is recorded.' },
  undoReturn: { title: 'Proposed', text: 'Undoing the refund is waiting for a second person.' },
  recordCharge: { title: 'Recorded', text: 'The charge will appear on its order or payment shortly, or on this page.' },
  lookAfter: { title: 'Assigned to you', text: "You're now responsible for this money." },
} as const;
