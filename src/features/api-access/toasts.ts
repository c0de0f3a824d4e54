export const programsToasts = {
  keyEnded: { title: 'Key revoked', text: 'The key no longer works.' },
  addressRemoved: { title: 'URL removed', text: 'We no longer send events to it.' },
  addressOn: { title: 'URL turned on', text: "We'll send events to it from now on." },
  deliveryRepeated: { title: 'On its way', text: "We'll send the event again within a minute." },
  failed: { text: "We couldn't load your API access" },
} as const;

export const pausedTexts = {
  failing: { text: "Paused: this URL rejected our events or didn't respond for five hours." },
  password: { text: 'Paused when your password changed or we ended your sessions.' },
  owner: { text: 'Paused by you.' },
} as const;
