import { decimal } from '../../kernel/decimal.ts';
import { type Check, isWithin, nearPercent } from './cross-check.ts';

/** How far one source alone may lead the price away from the last one, and when it is believed all the same. */
export type Guard = {
  readonly jumpPercent: number;
  /** The last price counts for so long; after it nothing is known to compare with. */
  readonly withinMinutes: number;
  /** A second reading that confirms the first was observed at least so long after it. */
  readonly confirmMinutes: number;
};

export type Reading = { readonly priceUsd: string; readonly observedAt: Date };

/** The price that stands, and what was told and not believed yet. */
export type StandingPrice = Reading & { readonly jump: (Reading & { readonly source: string }) | null };

const minutesBetween = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / 60_000;

const near = (one: Reading, other: Reading, percent: bigint): boolean =>
  isWithin(decimal(one.priceUsd), decimal(other.priceUsd), percent);

/**
 * The check of a coin, or `jump` where one source alone leads its price further away than allowed: then nothing is
 * chosen. Two sources that agree are believed, and so is one that says the same again some time later.
 */
export function guardJump(
  check: Check,
  standing: StandingPrice | undefined,
  { guard, now }: { guard: Guard; now: Date },
): Check {
  const { chosen, readings } = check;
  if (!chosen || !standing || readings.filter((reading) => reading.standing === 'near').length > 1) return check;
  const old = minutesBetween(standing.observedAt, now) > guard.withinMinutes;
  if (old || near(chosen.reading, standing, BigInt(guard.jumpPercent))) return check;
  const { jump } = standing;
  const later = jump !== null && minutesBetween(jump.observedAt, chosen.reading.observedAt) >= guard.confirmMinutes;
  if (later && near(chosen.reading, jump, nearPercent)) return check;
  return { ...check, verdict: 'jump', chosen: null, jump: chosen };
}
