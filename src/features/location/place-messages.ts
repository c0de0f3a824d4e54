export const placeNotices = {
  /** [000 §8 Location] */
  unavailable: 'Failed to detect location: All geolocation services are unavailable',
  notListed: 'Failed to detect location: your IP address is private or not in our location data.',
  alerts: {
    country: 'Used from another country',
    travel: 'Used from two distant places',
    place: 'Used from a new place',
  },
  badges: { off: 'Off', none: 'Not detected yet', check: 'Please check', verified: 'Verified' },
} as const;
