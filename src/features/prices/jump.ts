import { decimal } from '../../kernel/decimal.ts';
import { type Check, isWithin, nearPercent } from './cross-check.ts';

export type Guard = {
  readonly jumpPercent: number;
  readonly withinMinutes: number;
  readonly confirmMinutes: number;
};

export type Reading = { readonly priceUsd: string; readonly observedAt: Date };

export type PreviousPrice = Reading & { readonly jump: (Reading & { readonly source: string }) | null };

const minutesBetween = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / 60_000;

const isNear = (first: Reading, second: Reading, percent: bigint): boolean =>
  isWithin(decimal(first.priceUsd), decimal(second.priceUsd), percent);

/** Replaces a large price change by a `jump`, unless two sources agree or a later reading confirms the jump. */
export function guardJump(
  check: Check,
  previous: PreviousPrice | undefined,
  { guard, now }: { guard: Guard; now: Date },
): Check {
  const { chosen, readings } = check;
  if (!chosen || !previous || readings.filter((reading) => reading.standing === 'near').length > 1) return check;
  const isOld = minutesBetween(previous.observedAt, now) > guard.withinMinutes;
  if (isOld || isNear(chosen.reading, previous, BigInt(guard.jumpPercent))) return check;
  const { jump } = previous;
  const isConfirmed =
    jump !== null && minutesBetween(jump.observedAt, chosen.reading.observedAt) >= guard.confirmMinutes;
  if (isConfirmed && isNear(chosen.reading, jump, nearPercent)) return check;
  return { ...check, verdict: 'jump', chosen: null, jump: chosen };
}
