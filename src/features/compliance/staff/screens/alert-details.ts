import { formatDate, formatDateTime } from '../../../../ui/format.ts';
import { groupThousands } from '../../../../ui/number-format.ts';
import { networks } from '../../../assets/networks.ts';
import type { Factor } from './score.tsx';

type LabelledValue = readonly [name: string, value: string];

/** Parsed alert details. Each caller of `raiseAlert` chooses its own keys. */
type AlertDetails = {
  readonly level: string | null;
  readonly factors: readonly Factor[];
  readonly flags: readonly string[];
  readonly inputs: readonly LabelledValue[];
  readonly values: readonly LabelledValue[];
};

type Data = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parseFactor(value: unknown): Factor[] {
  if (!isRecord(value)) return [];
  const { code, points, reason } = value;
  if (typeof code !== 'string' || typeof points !== 'number') return [];
  return [{ code, points, reason: typeof reason === 'string' && reason !== '' ? reason : code.replaceAll('_', ' ') }];
}

const toArray = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** `walletAddress` and `wallet_address` become "Wallet address". */
export function formatKey(key: string): string {
  const spaced = key.replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`);
  const plain = spaced.replaceAll('_', ' ');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

const isoMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?Z$/;
const isoDay = /^\d{4}-\d{2}-\d{2}$/;
const codeLabels: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(networks).map(([network, { name }]) => [network, name])),
  buy: 'Buy',
  sell: 'Sell',
  clear: 'Clear',
  flagged: 'Flagged',
  high_risk: 'High risk',
  error: 'Not screened',
};

function formatText(text: string): string | null {
  if (text === '' || isId(text)) return null;
  if (isoMoment.test(text)) return formatDateTime(new Date(text), { year: true });
  if (isoDay.test(text)) return formatDate(text);
  return codeLabels[text] ?? text;
}

function formatValue(value: unknown): string | null {
  if (typeof value === 'string') return formatText(value);
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) {
    const texts = value.map(formatValue).filter((each) => each !== null);
    return texts.length > 0 ? texts.join(', ') : null;
  }
  return null;
}

const valueLabels: Readonly<Record<string, string>> = {
  order_side: 'Side',
  order_amount: 'Amount',
  order_coins: 'Coins',
  askedAgain_times: 'Repeated requests',
  askedAgain_lastAt: 'Last repeated',
  askedAgain_side: 'Side last requested',
  askedAgain_amount: 'Amount last requested',
  askedAgain_coins: 'Coins last requested',
};

/** Flattens values to labels and texts. The label of a nested value includes the key of its parent. */
function collectValues(data: Data, parent = ''): LabelledValue[] {
  return Object.entries(data).flatMap(([key, value]) => {
    if (isRecord(value) && parent === '') return collectValues(value, key);
    const text = formatValue(value);
    if (text === null) return [];
    const name =
      parent === '' || key.startsWith(parent) ? key : `${parent}_${key.charAt(0).toLowerCase()}${key.slice(1)}`;
    return [[valueLabels[name] ?? formatKey(name), text] as const];
  });
}

const amountInputs = ['amount', 'monthTotal', 'monthlyIncome'];
const inputLabels: Readonly<Record<string, string>> = {
  amount: 'This order',
  monthTotal: 'Orders this month, total',
  monthlyIncome: 'Declared monthly income',
  ordersThisMonth: 'Orders this month, count',
  hour: 'Hour in Jamaica',
  highRiskJurisdiction: 'High-risk jurisdiction',
  pep: 'Politically exposed',
  sanctions: 'Sanctions lists',
  dueDiligence: 'Due diligence',
  walletScore: 'Wallet score',
};

const inputOrder = Object.keys(inputLabels);
const compareInputs = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  (inputOrder.indexOf(a) + 1 || inputOrder.length + 1) - (inputOrder.indexOf(b) + 1 || inputOrder.length + 1);

function formatInput([key, value]: readonly [string, unknown]): LabelledValue[] {
  const text = value === null ? 'Not known' : formatValue(value);
  if (text === null) return [];
  return [
    [
      inputLabels[key] ?? formatKey(key),
      amountInputs.includes(key) && value !== null ? `J$${groupThousands(text)}` : text,
    ],
  ];
}

/** Parses the stored details of an alert. Any key may be missing. */
export function readDetails({ riskLevel, riskFactors, behavioralFlags, inputs, ...rest }: Data): AlertDetails {
  return {
    level: typeof riskLevel === 'string' ? riskLevel : null,
    factors: toArray(riskFactors).flatMap(parseFactor),
    flags: toArray(behavioralFlags).filter((flag) => typeof flag === 'string'),
    inputs: isRecord(inputs) ? Object.entries(inputs).sort(compareInputs).flatMap(formatInput) : [],
    values: collectValues(rest),
  };
}
