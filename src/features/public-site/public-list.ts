import { cachedRead } from '../../platform/database/cached-read.ts';
import type { Services } from '../../platform/http/procedure.ts';
import { socialSites } from '../../ui/social.ts';
import { loadReviewText } from '../kyc/queue.ts';
import { publicPrices } from '../prices/api.ts';
import type { Settings } from '../settings/schema.ts';
import { loadCurrentSettings } from '../settings/store.ts';
import { homeSlots } from './facts.ts';
import { getHomeFacts, type HomeData } from './home-facts.ts';
import { getTermSlots, getTerms } from './terms.ts';

type PublicList = {
  readonly prices: string;
  readonly homeData: HomeData;
  readonly slots: Readonly<Record<string, string>>;
  readonly terms: Readonly<Record<string, string>>;
};

/** Shorter than the 2 seconds that a page waits after a refresh [000 §9]. */
const cacheMs = 1_500;

async function loadPublicList(services: Services): Promise<PublicList> {
  const [prices, settings, review] = await Promise.all([
    publicPrices(services, 'newest'),
    loadCurrentSettings(services.db),
    loadReviewText(services),
  ]);
  const homeData = { prices, settings, review, now: services.clock() };
  const terms = { ...getCompanySlots(settings.company), ...getTermSlots(getTerms(settings, services.config.origin)) };
  return { prices: JSON.stringify({ prices }), homeData, slots: homeSlots(getHomeFacts(homeData)), terms };
}

const getCompanySlots = ({ name, supportEmail, phone, communityUrl, social }: Settings['company']) => ({
  ...Object.fromEntries(socialSites.map((site) => [`company.${site}`, social[site] ?? ''])),
  'company.name': name,
  'company.supportEmail': supportEmail,
  'company.phone': phone,
  'company.tel': phone.replaceAll(' ', ''),
  'company.communityUrl': communityUrl,
});

export const publicList = cachedRead(cacheMs, loadPublicList);
