/** What stands in a place of a letter: said to whoever words it, with an example for the preview. */
type Place = {
  readonly means: string;
  readonly example: string;
  /** Short enough for a subject; else it is a whole sentence. */
  readonly line?: true;
  /** It only suits a sentence: words without it say as much. */
  readonly loose?: true;
};

/** Every place that the words of letters have. */
export const placesInLetters: Readonly<Record<string, Place>> = {
  name: { means: 'first name of the reader', example: 'Keisha', line: true, loose: true },
  reference: { means: 'reference of the order or payment', example: 'CC-7K2M-9QXD', line: true },
  what: { means: 'payment or coins', example: 'payment', line: true, loose: true },
  transfer: { means: 'payment or transfer', example: 'payment', line: true, loose: true },
  place: { means: 'address or bank account', example: 'bank account', line: true, loose: true },
  paper: { means: 'what proves the payment', example: 'the bank slip', line: true, loose: true },
  amount: { means: 'amount', example: 'J$15,000.00', line: true },
  kept: { means: 'amount that we keep', example: 'J$2,500.00', line: true },
  reason: { means: 'our reason, in whole sentences', example: 'The name on the slip is not yours.' },
  looked: { means: 'what we looked for, in whole sentences', example: 'We did not hear of a payment in time.' },
  promised: { means: 'by when we had promised it', example: 'Tue 24 Nov, 5:00 pm', line: true },
  in: { means: 'what arrived: amount, day, from whom', example: 'J$15,000.00, 12 Nov 2026, Demo Bank.' },
  back: { means: 'what went back: amount, day, where to', example: 'J$15,000.00, 13 Nov 2026, Demo Bank.' },
  bounced: { means: 'what came back to us: amount and day', example: 'J$15,000.00, 14 Nov 2026, Demo Bank.' },
  title: { means: 'what it is about', example: 'Blockchain for beginners', line: true },
  text: { means: 'what happened, in whole sentences', example: 'Your password was changed.' },
  last: { means: 'that it is the last such letter today', example: 'This is the last letter of this kind today.' },
  to: { means: 'where the account was used', example: 'Toronto, Canada', line: true },
  from: { means: 'where it was used before', example: 'Kingston, Jamaica', line: true },
  tier: { means: 'which check', example: 'Tier 2', line: true },
  course: { means: 'title of the course', example: 'Blockchain for beginners', line: true },
  points: { means: 'points of a hundred', example: '82', line: true },
  until: { means: 'until when', example: 'It is open for you until the end of 31 Dec 2026.' },
  subject: { means: 'subject of the instructor', example: 'Tomorrow we begin at six', line: true },
  report: { means: 'name of the report', example: 'Fast Coins Ltd', line: true },
  answer: { means: 'our answer, in whole sentences', example: 'The page is in other hands by now.' },
  coin: { means: 'name of the coin', example: 'Blue Mountain', line: true },
  plan: { means: 'name of the plan', example: 'Personal', line: true },
  end: { means: 'end of the plan', example: '1 Dec 2026, 10:00 am', line: true },
  code: { means: 'code for the door', example: '4F7K2', line: true },
  lgm: { means: 'number of training coins', example: '100', line: true },
  count: { means: 'how many notices', example: '4 notices', line: true },
};
