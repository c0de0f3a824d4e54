import { existsSync } from 'node:fs';

/** OWASP ASVS 5.0.0 levels by section; a dash is level 3, not claimed. Texts are omitted for copyright reasons. */
const sections: Readonly<Record<string, string>> = {
  '1.1': '22',
  '1.2': '111112222-',
  '1.3': '11222222222-',
  '1.4': '222',
  '1.5': '12-',
  '2.1': '122',
  '2.2': '112',
  '2.3': '1222-',
  '2.4': '2-',
  '3.2': '11-',
  '3.3': '1222-',
  '3.4': '112222--',
  '3.5': '11122---',
  '3.7': '22---',
  '4.1': '122--',
  '4.2': '2----',
  '4.3': '22',
  '4.4': '1222',
  '5.1': '2',
  '5.2': '112---',
  '5.3': '11-',
  '5.4': '222',
  '6.1': '122',
  '6.2': '111111112222',
  '6.3': '1122----',
  '6.4': '1122--',
  '6.5': '22222---',
  '6.6': '222-',
  '6.8': '2222',
  '7.1': '222',
  '7.2': '1111',
  '7.3': '22',
  '7.4': '11222',
  '7.5': '22-',
  '7.6': '22',
  '8.1': '12--',
  '8.2': '112-',
  '8.3': '1--',
  '8.4': '2-',
  '9.1': '111',
  '9.2': '1222',
  '10.1': '22',
  '10.2': '22-',
  '10.3': '2222-',
  '10.4': '11111222222-----',
  '10.5': '22222',
  '10.6': '22',
  '10.7': '222',
  '11.1': '22--',
  '11.2': '222--',
  '11.3': '112--',
  '11.4': '1222',
  '11.5': '2-',
  '11.6': '2-',
  '12.1': '122--',
  '12.2': '11',
  '12.3': '2222-',
  '13.1': '2---',
  '13.2': '22222-',
  '13.3': '22--',
  '13.4': '12222--',
  '14.1': '22',
  '14.2': '1222----',
  '14.3': '122',
  '15.1': '122--',
  '15.2': '122--',
  '15.3': '1222222',
  '16.1': '2',
  '16.2': '22222',
  '16.3': '2222',
  '16.4': '222',
  '16.5': '222-',
  '17.1': '2-',
  '17.2': '2222----',
  '17.3': '22',
};

export const requirements: ReadonlyMap<string, string> = new Map(
  Object.entries(sections).flatMap(([section, levels]) =>
    [...levels].flatMap((level, at) => (level === '-' ? [] : [[`${section}.${at + 1}`, level] as const])),
  ),
);

export const states = ['holds', 'not applicable', 'does not hold'] as const;

export type Requirement = {
  readonly number: string;
  readonly level: string;
  readonly what: string;
  readonly state: string;
  readonly proof: string;
};

export const rowsIn = (text: string): Requirement[] =>
  [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| (.*?) \| (.*?) \| (.*?) \| (.*) \|$/gm)].map(
    ([, number = '', level = '', what = '', state = '', proof = '']) => ({ number, level, what, state, proof }),
  );

/** Paths in backticks, without a `#name` suffix. */
const filesIn = (proof: string): string[] =>
  [...proof.matchAll(/`([^`\s]*[/.][^`\s]*)`/g)].map(([, path = '']) => path.replace(/#.*/, ''));

/** Faults of a row, such as a wrong level, an unknown state or a missing proof. */
function faultsOf({ number, level, what, state, proof }: Requirement, exists: (path: string) => boolean): string[] {
  const files = filesIn(proof);
  const wrong = [
    ...(requirements.get(number) === level ? [] : [`is not of level ${level}`]),
    ...(what.trim() === '' ? ['says nothing of what it is about'] : []),
    ...(states.some((known) => known === state) ? [] : [`is in no state: ${state}`]),
    ...(state === 'holds' && files.length === 0 ? ['holds without a test or a file'] : []),
    ...(state !== 'holds' && proof.trim().length < 12 ? ['gives no reason'] : []),
    ...files.filter((path) => !exists(path)).map((path) => `names ${path}, which is not there`),
  ];
  return wrong.map((fault) => `${number} ${fault}`);
}

/** Faults of the table in docs/security/asvs.md: faulty rows, and missing, duplicate or unknown requirements. */
export function faultsIn(text: string, exists: (path: string) => boolean = existsSync): string[] {
  const rows = rowsIn(text);
  const numbers = rows.map(({ number }) => number);
  return [
    ...[...requirements.keys()].filter((number) => !numbers.includes(number)).map((number) => `${number} is missing`),
    ...numbers.filter((number, at) => numbers.indexOf(number) !== at).map((number) => `${number} is there twice`),
    ...rows.flatMap((row) => faultsOf(row, exists)),
  ];
}
