import { coinName } from '../assets/assets.ts';
import { networks } from '../assets/networks.ts';
import type { Settings } from '../settings/schema.ts';

type Pause = Settings['asset_switches']['paused'][number];
type Version = { readonly paused: readonly Pause[]; readonly validFrom: Date };

export type PausePeriod = { readonly text: string; readonly startsAt: Date; readonly endsAt: Date | null };

const formatRoute = ({ symbol, network }: Pause): string =>
  `${coinName(symbol)}${network ? ` on ${networks[network].name}` : ''}`;

const sideNames = { buy: 'buying', sell: 'selling' } as const;

function formatPauses(pauses: readonly Pause[]): string {
  const byRoute = Map.groupBy(pauses, formatRoute);
  const parts = [...byRoute].map(
    ([route, paused]) => `${route}, ${paused.map(({ side }) => sideNames[side]).join(' and ')}`,
  );
  return `Paused: ${parts.join('; ')}.`;
}

/** Periods of pauses by staff. `versions` are in order of time. Pauses with the same start and end are one period. */
export function listPausePeriods(versions: readonly Version[]): PausePeriod[] {
  const open = new Map<string, { readonly pause: Pause; readonly startsAt: Date }>();
  const ended: { readonly pause: Pause; readonly startsAt: Date; readonly endsAt: Date | null }[] = [];
  for (const { paused, validFrom } of versions) {
    const current = new Map(paused.map((pause) => [JSON.stringify(pause), pause]));
    for (const [key, pause] of current) if (!open.has(key)) open.set(key, { pause, startsAt: validFrom });
    for (const [key, period] of open) {
      if (current.has(key)) continue;
      ended.push({ ...period, endsAt: validFrom });
      open.delete(key);
    }
  }
  for (const period of open.values()) ended.push({ ...period, endsAt: null });
  const grouped = Map.groupBy(ended, ({ startsAt, endsAt }) => `${startsAt.getTime()} ${endsAt?.getTime()}`);
  return [...grouped.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const text = formatPauses(group.map(({ pause }) => pause));
    return [{ text, startsAt: first.startsAt, endsAt: first.endsAt }];
  });
}
