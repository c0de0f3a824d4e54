import { answerConsent } from './answer-consent.ts';
import { detectLocation } from './detect-location.ts';
import { dismissAlert } from './dismiss-alert.ts';
import { ownLocation } from './own-location.ts';

export const locationApi = { own: ownLocation, consent: answerConsent, detect: detectLocation, dismissAlert };
