import { after, days } from '../../kernel/clock.ts';
import { formatMessages } from '../../kernel/message-template.ts';
import { withSystem } from '../../platform/database/database.ts';
import type { Mail, Mailer } from '../../platform/email/mail.ts';
import type { Services } from '../../platform/http/procedure.ts';
import { readTextLimited } from '../../platform/http/read-limited.ts';
import { type Job, mailRetries } from '../../platform/jobs/jobs.ts';
import { formatDateTime } from '../../ui/format.ts';
import { letterAbout } from '../notifications/email.ts';
import {
  composeList,
  findListFault,
  getAgeDays,
  loadNewestList,
  sourceFiles,
  storeRenewedList,
} from './network-files.ts';
import { loadPlaceDataDate, renewPlaceFile } from './place-files.ts';
import { deleteBefore } from './store.ts';

const timeoutMs = 60_000;
const maxListBytes = 10_000_000;
const maxAgeDays = 180;

async function fetchText(url: URL): Promise<string> {
  const headers = { 'user-agent': 'Cryptocommerce' };
  // Does not follow redirects, because their target is not reviewed.
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), headers, redirect: 'manual' });
  if (!response.ok || !response.body) throw new Error(`the publisher answered ${response.status}`);
  return readTextLimited(response, maxListBytes, () => new Error('the publisher sent too much for a list'));
}

async function fetchList(folder: string, { now, before }: { now: Date; before: string }): Promise<string> {
  const base = folder.replace(/\/*$/, '/');
  const texts = await Promise.all(sourceFiles.map(({ path }) => fetchText(new URL(path, base))));
  const list = composeList(texts, now.toISOString().slice(0, 10));
  const listFault = findListFault(list, before);
  if (listFault) throw new Error(listFault);
  return list;
}

/** Renews the network list from the configured URL. Called by a job. Keeps the current list on failure. */
export async function renewNetworks({ config: { geo }, clock, log }: Services): Promise<void> {
  const [now, before] = [clock(), await loadNewestList(geo)];
  const ageDays = getAgeDays(before, now);
  if (geo.networksUrl === undefined) {
    if (ageDays > maxAgeDays) log.warn({ days: ageDays }, 'the list of provider networks is outdated');
    return;
  }
  try {
    await storeRenewedList(geo, await fetchList(geo.networksUrl, { now, before }));
  } catch (error) {
    throw new Error(`the list of provider networks, ${ageDays} days old, could not be renewed`, { cause: error });
  }
}

/** Renews the city file from the configured URL. Called by a job. Keeps the current file on failure. */
export async function renewPlaces({ config: { geo }, clock }: Services): Promise<void> {
  try {
    await renewPlaceFile(geo, clock());
  } catch (error) {
    const date = await loadPlaceDataDate(geo);
    throw new Error(`the city file of ${date?.toISOString().slice(0, 10)} could not be renewed`, { cause: error });
  }
}

const locationEmails = {
  travel: {
    subject: 'Was this you? Your account was used from two distant places',
    greeting: 'Your account was used from {to}, too soon after {from} for anyone to travel that far.',
    paragraphs: [
      "If you use a VPN or a company network, that's probably why. You don't need to do anything.",
      "If it wasn't you, sign out all other devices in your profile and change your password.",
    ],
    button: 'See where I am signed in',
    closing: 'We never ask for your password or a code, by email or by phone.',
  },
} as const;

type TravelEmailParams = { readonly from: string; readonly to: string; readonly at: Date };

const createTravelEmail = (origin: string, address: string, { from, to, at }: TravelEmailParams): Mail =>
  letterAbout('security', address, {
    ...formatMessages(locationEmails.travel, { from, to }),
    url: `${origin}/profile#security`,
    facts: [['When', `${formatDateTime(at, { year: true })} (Jamaica)`]],
  });

const retentionMs = days(365);

/** Deletes sightings and alerts older than a year. Called by a daily job. */
export const deleteOldLocations = (services: Services): Promise<void> =>
  withSystem(services.pool, (tx) => deleteBefore(tx, after(services.clock(), -retentionMs)));

export const locationJobs = (services: Services, mail: Mailer): Job<never>[] => [
  {
    name: 'location.travelled',
    retries: mailRetries,
    run: ({ email, from, to, at }: { email: string; from: string; to: string; at: string }) =>
      mail(createTravelEmail(services.config.origin, email, { from, to, at: new Date(at) })),
  },
  { name: 'location.delete_old', cron: '50 7 * * *', run: () => deleteOldLocations(services) },
  {
    name: 'location.networks',
    cron: '35 9 * * *',
    retries: { limit: 5, delay: 600 },
    run: () => renewNetworks(services),
  },
  {
    name: 'location.places',
    cron: '20 9 * * *',
    retries: { limit: 5, delay: 600 },
    run: () => renewPlaces(services),
  },
];
