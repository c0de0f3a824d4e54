/** What an order is priced by, as it is in force. */
export type Sums = {
  readonly rates: { readonly buy: string; readonly market: { readonly rate: string } | null };
  readonly fee: { readonly basisPoints: number };
};

/** One step of the sum: what is asked, whether an answer is near enough, and how it is worked out. */
export type Step = { readonly name: string; readonly accepts: (typed: string) => boolean; readonly because: string };

const figure = new Intl.NumberFormat('en-JM', { maximumFractionDigits: 2 });
const read = (typed: string): number => Number(typed.replace(/J\$|US\$|[,\s]/g, '') || Number.NaN);
const near = (target: number, by: number) => (typed: string) => Math.abs(read(typed) - target) <= by;

/**
 * The steps of buying for so many J$, in the order of the lesson. These sums teach and pay nothing: rounded figures do,
 * and an answer may be off by what rounding on the way makes.
 */
export function stepsOf({ rates, fee }: Sums, paid: number): Step[] {
  const cost = (paid * fee.basisPoints) / 10_000;
  const left = paid - cost;
  const [house, market] = [Number(rates.buy), rates.market && Number(rates.market.rate)];
  const dollars = left / house;
  const steps: Step[] = [
    {
      name: 'The fee, in J$',
      accepts: near(cost, 1),
      because: `${fee.basisPoints / 100}% of J$${figure.format(paid)} is J$${figure.format(cost)}.`,
    },
    {
      name: 'What remains for coins, in J$',
      accepts: near(left, 1),
      because: `J$${figure.format(paid)} less J$${figure.format(cost)} is J$${figure.format(left)}.`,
    },
    {
      name: 'What the coins are worth, in US$',
      accepts: near(dollars, 0.1),
      because: `J$${figure.format(left)} divided by ${rates.buy} is about US$${figure.format(dollars)}.`,
    },
  ];
  if (!market) return steps;
  const worth = dollars * market;
  const all = paid - worth;
  return [
    ...steps,
    {
      name: 'What it cost all in, in J$',
      accepts: near(all, 25),
      because: `At the market rate of ${market} the coins are worth about J$${figure.format(Math.round(worth))}: J$${figure.format(Math.round(all))} less than was paid, or ${figure.format((all * 100) / paid)}%.`,
    },
  ];
}
