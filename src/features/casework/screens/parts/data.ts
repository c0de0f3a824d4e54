import { grouped } from '../../../../ui/figures.ts';
import type { Factor } from '../../../compliance/screens/parts/score.tsx';

export type NamedFact = readonly [name: string, value: string];

/** What stands in the details of an alert, as far as the desk can read it: whoever raised it chose the rest. */
export type AlertDetails = {
  /** What the rules of that moment made of the score; null where they were not asked, or it was not kept yet. */
  readonly level: string | null;
  readonly factors: readonly Factor[];
  readonly flags: readonly string[];
  /** What the score was made from, as it was stored. */
  readonly inputs: readonly NamedFact[];
  /** Anything else that is a plain word or number, by its name. */
  readonly facts: readonly NamedFact[];
};

type Data = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function factorOf(value: unknown): Factor[] {
  if (!isRecord(value)) return [];
  const { code, points, reason } = value;
  if (typeof code !== 'string' || typeof points !== 'number') return [];
  return [{ code, points, reason: typeof reason === 'string' && reason !== '' ? reason : code.replaceAll('_', ' ') }];
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** `walletAddress` and `wallet_address` are "Wallet address". */
export function nameOf(key: string): string {
  const apart = key.replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`);
  const plain = apart.replaceAll('_', ' ');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** Ids tell a person nothing. */
const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** A value of the details in words; null for what has none. */
function wordsOf(value: unknown): string | null {
  if (typeof value === 'string') return value === '' || isId(value) ? null : value;
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) {
    const words = value.map(wordsOf).filter((each) => each !== null);
    return words.length > 0 ? words.join(', ') : null;
  }
  return null;
}

/** Plain values by their names; what stands one level deeper is named after where it stands. */
function factsOf(data: Data, within = ''): NamedFact[] {
  return Object.entries(data).flatMap(([key, value]) => {
    if (isRecord(value) && within === '') return factsOf(value, key);
    const words = wordsOf(value);
    if (words === null) return [];
    const name =
      within === '' || key.startsWith(within) ? key : `${within}_${key.charAt(0).toLowerCase()}${key.slice(1)}`;
    return [[nameOf(name), words] as const];
  });
}

const money = ['amount', 'monthTotal', 'monthlyIncome'];
const inputNames: Readonly<Record<string, string>> = {
  amount: 'This order',
  monthTotal: 'Orders of the month',
  monthlyIncome: 'Declared income a month',
  ordersThisMonth: 'Number this month',
  hour: 'Hour in Jamaica',
  highRiskJurisdiction: 'High-risk jurisdiction',
  pep: 'Politically exposed',
  sanctions: 'Lists',
  dueDiligence: 'Due diligence',
  walletScore: 'Score of the wallet',
};

const places = Object.keys(inputNames);
/** As they are told here; what is not known here comes last. */
const inOrder = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  (places.indexOf(one) + 1 || places.length + 1) - (places.indexOf(other) + 1 || places.length + 1);

function inputOf([key, value]: readonly [string, unknown]): NamedFact[] {
  const words = value === null ? 'Not known' : wordsOf(value);
  if (words === null) return [];
  return [[inputNames[key] ?? nameOf(key), money.includes(key) && value !== null ? `J$${grouped(words)}` : words]];
}

/** Reads what led to an alert. Nothing of it is trusted to be there. */
export function readDetails({ riskLevel, riskFactors, behavioralFlags, inputs, ...rest }: Data): AlertDetails {
  return {
    level: typeof riskLevel === 'string' ? riskLevel : null,
    factors: listOf(riskFactors).flatMap(factorOf),
    flags: listOf(behavioralFlags).filter((flag) => typeof flag === 'string'),
    inputs: isRecord(inputs) ? Object.entries(inputs).sort(inOrder).flatMap(inputOf) : [],
    facts: factsOf(rest),
  };
}
