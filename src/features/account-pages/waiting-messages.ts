const order = 'Order {reference}, placed {moment}.';

/** What waits for a customer, and the act that moves it on. */
export const waitingWords = {
  pay: { title: 'Send {amount} for your {symbol}', text: order, act: 'Complete Your Payment' },
  prove: { title: 'Show us your transfer of {symbol} once more', text: order, act: 'Give the proof' },
  choose: {
    title: 'The price of your {symbol} has changed',
    text: 'Order {reference}. Without your choice before {until} we send it back.',
    act: 'See and choose',
  },
  begin: {
    title: 'Raise your limit with {tier}',
    text: 'Until then you may trade little. It takes about five minutes, your ID, your TRN card and a camera.',
    act: 'See {tier}',
  },
  redo_one: {
    title: 'Redo a part of {tier}',
    text: 'One part could not be accepted. Everything else is kept.',
    act: 'See which part',
  },
  redo: {
    title: 'Redo {parts} parts of {tier}',
    text: '{Parts} parts could not be accepted. Everything else is kept.',
    act: 'See which parts',
  },
  more_one: {
    title: '{tier}: we need a little more',
    text: 'One part is wanted so that the review goes on. Everything else is kept.',
    act: 'See which part',
  },
  more: {
    title: '{tier}: we need a little more',
    text: '{Parts} parts are wanted so that the review goes on. Everything else is kept.',
    act: 'See which parts',
  },
} as const;
