export const acknowledgement = {
  name: 'Complaint received',
  text: "Thank you for your complaint. I'm handling it and will send you a decision with reasons by {decideBy}. Your reference is {reference}. If you have more documents, please add them here.",
} as const;

export const answerTemplates = [
  {
    name: 'Transfer not found yet',
    text: "We can't find your transfer yet. Please send us your bank's confirmation, with the date, the amount and the reference you wrote on it. We'll check again as soon as we have it.",
  },
  {
    name: 'Paid without the reference',
    text: "Your transfer arrived without the reference, so it wasn't matched to your order. Please tell us the date, the amount and the name of the account it came from. We'll match it by hand.",
  },
  {
    name: 'Crypto sent, wallet shows nothing',
    text: "We've sent your crypto. The transaction hash is on your order page. Open it in the explorer to see its confirmations. If your wallet still shows nothing after an hour, tell us which wallet app you use.",
  },
  {
    name: 'Document needed again',
    text: "We couldn't read your document. Please take a new photo in good light, with all four corners visible. You can send it in the identity section of your profile.",
  },
  {
    name: 'Refund on its way',
    text: 'Your refund goes back to the account or card that the payment came from. It usually arrives within 1-3 business days. You can follow it on the page of the order or payment.',
  },
  {
    name: 'Message that looks like us',
    text: 'That message isn\'t from us. Please don\'t reply, click or pay. We never ask for your password, seed phrase or a code. You can compare every contact on our page "Is this really us?".',
  },
] as const;

export const helpDeskNotices = {
  answered: { title: 'Answer sent', text: 'We emailed the customer.' },
  noted: { title: 'Note saved', text: 'Only staff can see it.' },
  taken: { title: "It's yours now" },
  released: { title: 'Released' },
  closed: { title: 'Closed' },
  recorded: { title: 'Recorded', text: 'The customer sees it among their conversations.' },
  marked: {
    title: 'Marked as a complaint',
    text: 'The deadlines count from the message that waits for an answer, or from now.',
  },
  decided: { title: 'Decision sent', text: 'We emailed the customer. They can download the letter.' },
} as const;

export const helpDeskHints = {
  tippingOff: 'Never mention an alert, a case, a hold or a report. The customer reads this text.',
  note: "Only staff see a note. Don't write about suspicions here. Use the case.",
  otherPerson: 'You made the first decision. A colleague has to review it.',
} as const;

export const stateWords = { open: 'Waiting for us', answered: 'Waiting for customer', closed: 'Closed' } as const;
export const stepWords = {
  none: 'Question',
  acknowledge: 'Complaint to confirm',
  decide: 'Complaint to decide',
  decided: 'Complaint decided',
  review: 'Complaint to review',
  final: 'Complaint closed by final letter',
} as const;
