export const settingNotices = {
  propose: { title: 'Proposed', text: 'The change is waiting for a second person.' },
  approve: { title: 'Approved', text: 'The new value applies from now on.' },
  reject: { title: 'Rejected', text: 'The value stays the same.' },
  withdraw: { title: 'Withdrawn', text: 'The value stays the same.' },
  fields: { title: 'Validation Error', text: 'Please correct the marked fields.' },
  priceAccepted: { title: 'Price accepted', text: 'We now trade {symbol} at the new price.' },
} as const;
