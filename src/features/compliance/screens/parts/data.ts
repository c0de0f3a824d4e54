import type { Factor } from './score.tsx';

/** What stands in the details of an alert, as far as the desk can read it: whoever raised it chose the rest. */
export type AlertDetails = {
  readonly factors: readonly Factor[];
  readonly flags: readonly string[];
  /** Anything else that is a plain word or number, by its name. */
  readonly facts: readonly (readonly [name: string, value: string])[];
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
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
  const plain = key
    .replaceAll('_', ' ')
    .replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`);
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** A value of the details in words; null for what has none. */
function wordsOf(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) {
    const words = value.map(wordsOf).filter((each) => each !== null);
    return words.length > 0 ? words.join(', ') : null;
  }
  return null;
}

/** Reads what led to an alert. Nothing of it is trusted to be there. */
export function readDetails({
  riskFactors,
  behavioralFlags,
  ...rest
}: Readonly<Record<string, unknown>>): AlertDetails {
  return {
    factors: listOf(riskFactors).flatMap(factorOf),
    flags: listOf(behavioralFlags).filter((flag) => typeof flag === 'string'),
    facts: Object.entries(rest).flatMap(([key, value]) => {
      const words = wordsOf(value);
      return words === null ? [] : [[nameOf(key), words] as const];
    }),
  };
}
