export const programsToasts = {
  keyEnded: { title: 'Key ended', text: 'It no longer works.' },
  addressRemoved: { title: 'Address removed', text: 'We no longer send events to it.' },
  addressOn: { title: 'Address turned on', text: "We'll send events to it from now on." },
  deliveryRepeated: { title: 'On its way', text: "We'll send it again within a minute." },
  failed: { text: "We couldn't load your API access" },
} as const;

export const pausedTexts = {
  failing: { text: "Paused: it rejected our events or didn't answer for five hours." },
  password: { text: 'Paused when your password changed.' },
  owner: { text: 'Paused by you.' },
} as const;
