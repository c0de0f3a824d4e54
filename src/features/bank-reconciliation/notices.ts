export const lineToasts = {
  confirm: { title: 'Confirmed', text: "Payment received. We've let the customer know." },
  batchStarted: {
    title: 'Started',
    text: "We're working through {count} {count:line|lines}. You can close this page.",
  },
  askName: { title: 'Question sent', text: "We've sent the customer instructions. The line stays open." },
  split: { title: 'Recorded', text: 'Any amount without an order or payment is now unassigned money.' },
  setAside: { title: 'Dismissed', text: 'You can find it under Dismissed.' },
  bringBack: { title: 'Restored', text: 'The line is open again.' },
  proposeTwo: { title: 'Sent for approval', text: 'Someone else in finance or admin decides next.' },
  uploaded: { title: 'Uploaded', text: '{added} of {read} {read:line|lines} {added:is|are} new.' },
  formatKept: { title: 'Format saved', text: 'You can use it for your next statement.' },
} as const;

export const distinctToasts = {
  approve: { title: 'Approved', text: 'These are two payments. You can now confirm the line.' },
  reject: { title: 'Rejected', text: 'The line is still marked as a possible duplicate.' },
  withdraw: { title: 'Withdrawn', text: 'Nobody needs to decide on this any more.' },
} as const;
