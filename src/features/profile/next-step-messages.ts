const order = 'Order {reference}, placed {moment}.';

export const nextStepMessages = {
  pay: { title: 'Send {amount} for your {symbol}', text: order, act: 'Complete Your Payment' },
  prove: { title: 'Upload proof of your {symbol} transfer again', text: order, act: 'Upload proof' },
  choose: {
    title: 'The price of your {symbol} has changed',
    text: "Order {reference}. Choose by {until}, or we'll refund you.",
    act: 'See your options',
  },
  begin: {
    title: 'Raise your limit with {tier}',
    text: 'It takes about five minutes. Have your ID, your TRN card and a camera ready.',
    act: 'Go to {tier}',
  },
  redo_one: {
    title: 'Correct one part of {tier}',
    text: "We couldn't accept one part. We've kept everything else.",
    act: 'See which part',
  },
  redo: {
    title: 'Correct {parts} parts of {tier}',
    text: "We couldn't accept {parts} parts. We've kept everything else.",
    act: 'See which parts',
  },
  more_one: {
    title: '{tier}: we need a little more',
    text: "We need one more part to continue the review. We've kept everything else.",
    act: 'See which part',
  },
  more: {
    title: '{tier}: we need a little more',
    text: "We need {parts} more parts to continue the review. We've kept everything else.",
    act: 'See which parts',
  },
} as const;
