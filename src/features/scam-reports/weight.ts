/** Reporter without identity. Accounts of one browser, address or person have the same `connection`. */
export type Reporter = { readonly identified: boolean; readonly days: number; readonly connection: number };

const weights = { identified: 2, settled: 1, fresh: 0 } as const;
export const settledAfterDays = 30;

const getWeight = ({ identified, days }: Reporter): number =>
  identified ? weights.identified : days >= settledAfterDays ? weights.settled : weights.fresh;

/** True when reports weigh as much as `people` identified reporters (decision F7). Connections count once. */
export function isWeightyEnough(reporters: readonly Reporter[], people: number): boolean {
  const perConnection = new Map<number, number>();
  for (const reporter of reporters)
    perConnection.set(
      reporter.connection,
      Math.max(getWeight(reporter), perConnection.get(reporter.connection) ?? weights.fresh),
    );
  const total = [...perConnection.values()].reduce((sum, weight) => sum + weight, 0);
  return total >= people * weights.identified;
}
