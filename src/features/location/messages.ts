import { defineErrors } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';

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

const title = 'Location Update Failed';

/** Location errors [000 §8 Location]. */
export const locationMessages = {
  'location.unavailable': { status: 503, title, text: 'All geolocation services are unavailable' },
  'location.not_detected': { status: 422, title, text: 'Failed to detect location' },
  'location.consent_needed': {
    status: 409,
    title,
    text: 'Location detection is disabled. Enable it to enhance account security.',
  },
  'location.too_often': {
    status: 429,
    title,
    text: "You've updated your location several times. Please try again in ten minutes.",
  },
  'location.alert_not_found': { status: 404, text: 'This alert no longer exists.' },
} as const;

/** Texts of the location cards [000 §8 Location]. */
export const locationNotices = {
  updateFailed: { title, text: 'Could not update your location information.' },
  updated: { title: 'Location updated', text: 'Your location information is up to date.' },
  withdrawn: { title: 'Location turned off', text: "We've removed your stored locations and alerts." },
  disabled: 'Location detection is disabled. Enable it to enhance account security.',
  noAlerts: 'No active location alerts.',
} as const;

export const { refuse, refusalCodes } = defineErrors(locationMessages, platformMessages);
