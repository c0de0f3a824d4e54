import { seconds } from '../../../../kernel/clock.ts';

type DelayedEvent = { readonly outcome: 'approved' | 'declined'; readonly delayMs: number };

type TestCard = {
  readonly number: string;
  readonly description: string;
  readonly events: readonly DelayedEvent[];
  readonly asksCode?: boolean;
};

const immediately = { outcome: 'approved', delayMs: 0 } as const;

export const slowBankMs = seconds(10);

export const testCards = {
  approve: { number: '4111 1111 1111 1111', description: 'Approved immediately', events: [immediately] },
  decline: { number: '4666 6666 6666 2222', description: 'Declined', events: [{ outcome: 'declined', delayMs: 0 }] },
  step: { number: '4035 8740 0042 4977', description: 'Asks for a code first', events: [immediately], asksCode: true },
  silent: { number: '4000 0000 0000 0119', description: 'No response (timeout)', events: [] },
  late: {
    number: '4000 0000 0000 0341',
    description: 'Approved late',
    events: [{ outcome: 'approved', delayMs: slowBankMs }],
  },
  twice: { number: '4000 0000 0000 0259', description: 'Charged twice', events: [immediately, immediately] },
} as const satisfies Record<string, TestCard>;

export type TestCardName = keyof typeof testCards;
export const isTestCard = (name: string | null): name is TestCardName =>
  name !== null && Object.hasOwn(testCards, name);

export const maskNumber = ({ number }: { readonly number: string }): string => {
  const digits = number.replaceAll(' ', '');
  return `${digits.slice(0, 6)}******${digits.slice(-4)}`;
};

export const sandboxCode = '2468';
