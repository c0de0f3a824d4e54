import type { Services } from '../../platform/procedure.ts';
import { sharedReading } from '../../platform/shared-reading.ts';
import { socialSites } from '../../ui/social.ts';
import { reviewText } from '../identity/review-time.ts';
import { publicPrices } from '../prices/api.ts';
import type { Settings } from '../settings/schema.ts';
import { currentSettings } from '../settings/store.ts';
import { homeSlots } from './facts.ts';
import { homeFacts, type Known } from './home-facts.ts';
import { termSlots, termsOf } from './terms.ts';

/** What every visitor is told, written once for all of them. */
type PublicList = {
  /** The answer of `/api/prices`. */
  readonly prices: string;
  /** The facts that the home page is worked out from. */
  readonly known: Known;
  /** What stands in the places of the built home page. */
  readonly slots: Readonly<Record<string, string>>;
  /** Figures and contacts that the texts of any page may name, and the foot of every page. */
  readonly terms: Readonly<Record<string, string>>;
};

/**
 * How long one reading serves everybody, in milliseconds. Shorter than the 2 seconds that a page waits after a manual
 * refresh [000 §9], so that it then reads what the refresh brought.
 */
const readingLives = 1_500;

async function read(services: Services): Promise<PublicList> {
  const [prices, settings, review] = await Promise.all([
    publicPrices(services, 'newest'),
    currentSettings(services.db),
    reviewText(services),
  ]);
  const known = { prices, settings, review, now: services.clock() };
  const terms = { ...companySlots(settings.company), ...termSlots(termsOf(settings, services.config.origin)) };
  return { prices: JSON.stringify({ prices }), known, slots: homeSlots(homeFacts(known)), terms };
}

const companySlots = ({ name, supportEmail, phone, communityUrl, social }: Settings['company']) => ({
  ...Object.fromEntries(socialSites.map((site) => [`company.${site}`, social[site] ?? ''])),
  'company.name': name,
  'company.supportEmail': supportEmail,
  'company.phone': phone,
  'company.tel': phone.replaceAll(' ', ''),
  'company.communityUrl': communityUrl,
});

/**
 * Prices and terms as everybody may see them, at most a second and a half old. However many people open the page, the
 * database is asked once in that time.
 */
export const publicList = sharedReading(readingLives, read);
