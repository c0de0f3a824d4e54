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
