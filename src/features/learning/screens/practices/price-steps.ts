export type PriceTerms = {
  readonly rates: { readonly buy: string; readonly market: { readonly rate: string } | null };
  readonly fee: { readonly basisPoints: number };
};

export type Step = { readonly name: string; readonly accepts: (typed: string) => boolean; readonly because: string };

const figureFormat = new Intl.NumberFormat('en-JM', { maximumFractionDigits: 2 });
const parseFigure = (typed: string): number => Number(typed.replace(/J\$|US\$|[,\s]/g, '') || Number.NaN);
const isNear = (target: number, by: number) => (typed: string) => Math.abs(parseFigure(typed) - target) <= by;

/** Uses floating point, because no money moves in an exercise. */
export function getPriceSteps({ rates, fee }: PriceTerms, paid: number): Step[] {
  const cost = (paid * fee.basisPoints) / 10_000;
  const rest = paid - cost;
  const [ourRate, market] = [Number(rates.buy), rates.market && Number(rates.market.rate)];
  const dollars = rest / ourRate;
  const steps: Step[] = [
    {
      name: 'The fee, in J$',
      accepts: isNear(cost, 1),
      because: `${fee.basisPoints / 100}% of J$${figureFormat.format(paid)} is J$${figureFormat.format(cost)}.`,
    },
    {
      name: 'Amount left for coins, in J$',
      accepts: isNear(rest, 1),
      because: `J$${figureFormat.format(paid)} less J$${figureFormat.format(cost)} is J$${figureFormat.format(rest)}.`,
    },
    {
      name: 'Value of the coins, in US$',
      accepts: isNear(dollars, 0.1),
      because: `J$${figureFormat.format(rest)} divided by ${rates.buy} is about US$${figureFormat.format(dollars)}.`,
    },
  ];
  if (!market) return steps;
  const worth = dollars * market;
  const totalCost = paid - worth;
  return [
    ...steps,
    {
      name: 'Total cost, in J$',
      accepts: isNear(totalCost, 25),
      because: `At the market rate of ${market} the coins are worth about J$${figureFormat.format(Math.round(worth))}: J$${figureFormat.format(Math.round(totalCost))} less than she paid, or ${figureFormat.format((totalCost * 100) / paid)}%.`,
    },
  ];
}
