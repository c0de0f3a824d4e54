/** What the cards of one's own location say of it; no other page does, while each asks for the place. */
export const placeNotices = {
  /** Why no place was found: 'Failed to detect location: ...' [000 §8 Location]. */
  unavailable: 'Failed to detect location: All geolocation services are unavailable',
  notListed: "Failed to detect location: your connection's address is private or not in our list of places.",
  alerts: {
    country: 'Used from another country',
    travel: 'Used from two places too far apart',
    place: 'Used from a new place',
  },
  badges: { off: 'Off', none: 'Not found yet', check: 'Please check', verified: 'Verified' },
} as const;
