import { after, days } from '../../kernel/clock.ts';
import { cachedRead } from '../../platform/database/cached-read.ts';
import { withSystem } from '../../platform/database/database.ts';
import type { Services } from '../../platform/http/procedure.ts';
import { loadReadiness } from '../../platform/observability/health.ts';
import { assessReadiness } from '../../platform/observability/readiness.ts';
import { areCardsAccepted } from '../payments/cards/providers/registry.ts';
import { publicPrices } from '../prices/api.ts';
import { settingShapes } from '../settings/schema.ts';
import { findSettingHistory, loadCurrentSettings } from '../settings/store.ts';
import { readinessSources } from '../system/figures-store.ts';
import { addAnnouncements, assessSystem, type Status } from './assess.ts';
import { getComponentName } from './components.ts';
import { listPausePeriods } from './history.ts';
import type { Level } from './schema.ts';
import { findActiveAnnouncements, findAnnouncementsSince } from './store.ts';

export const historyDays = 90;

export type HistoryEntry = {
  readonly name: string;
  readonly level: Level;
  readonly text: string;
  readonly startsAt: Date;
  readonly endsAt: Date | null;
};

type StatusPage = {
  readonly at: Date;
  readonly components: ReadonlyMap<string, Status>;
  /** Newest first. */
  readonly history: readonly HistoryEntry[];
};

async function loadHistory({ pool }: Services, now: Date): Promise<HistoryEntry[]> {
  const since = after(now, -days(historyDays));
  const [announcements, versions] = await withSystem(pool, async (tx) => [
    await findAnnouncementsSince(tx, since, now),
    await findSettingHistory(tx, 'asset_switches'),
  ]);
  const inOrder = versions.toReversed().map(({ value, validFrom }) => {
    const { paused } = settingShapes.asset_switches.parse(value);
    return { paused, validFrom };
  });
  const pauses = listPausePeriods(inOrder).filter(({ endsAt }) => endsAt === null || endsAt > since);
  return [
    ...announcements.map((entry) => ({ ...entry, name: getComponentName(entry.component) })),
    ...pauses.map((period) => ({ ...period, name: 'Coins and networks', level: 'paused' as const })),
  ].toSorted((a, b) => b.startsAt.getTime() - a.startsAt.getTime());
}

async function loadStatusPage(services: Services): Promise<StatusPage> {
  const { config, clock, db } = services;
  const at = clock();
  const [settings, prices, readiness, active, history] = await Promise.all([
    loadCurrentSettings(db),
    publicPrices(services, 'symbol'),
    loadReadiness(services, readinessSources).then((facts) => assessReadiness(facts, at)),
    findActiveAnnouncements(db, at),
    loadHistory(services, at),
  ]);
  const known = assessSystem({
    settings,
    prices,
    cards: { order: areCardsAccepted(config, settings, 'order'), other: areCardsAccepted(config, settings, 'payment') },
    areListsFresh: readiness.lists,
    isMailOnTime: readiness.mail,
  });
  return { at, components: addAnnouncements(known, active), history };
}

const cacheMs = 5_000;

export const loadStatus = cachedRead(cacheMs, loadStatusPage);

/** Active announcements for the banner of customer screens. */
export async function findBannerItems({ db, clock }: Services) {
  const active = await findActiveAnnouncements(db, clock());
  return active.map(({ id, component, level, text }) => ({ id, name: getComponentName(component), level, text }));
}

export type BannerItem = Awaited<ReturnType<typeof findBannerItems>>[number];
