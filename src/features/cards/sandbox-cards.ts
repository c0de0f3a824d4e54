import { seconds } from '../../kernel/clock.ts';

/** What the sandbox tells for a test card, in this order: how it came out, how long after paying (ms). */
type LaterHook = { readonly outcome: 'approved' | 'declined'; readonly after: number };

/** A card to try. Nobody types a number there: the page is no place for a real one. */
type TestCard = {
  readonly number: string;
  readonly does: string;
  readonly tells: readonly LaterHook[];
  /** The bank asks for a code first. */
  readonly asksCode?: boolean;
};

const now = { outcome: 'approved', after: 0 } as const;

/** How long a slow bank takes. */
export const slowBank = seconds(10);

export const testCards = {
  approve: { number: '4111 1111 1111 1111', does: 'Approved at once', tells: [now] },
  decline: { number: '4666 6666 6666 2222', does: 'Declined', tells: [{ outcome: 'declined', after: 0 }] },
  step: { number: '4035 8740 0042 4977', does: 'Asks for a code first', tells: [now], asksCode: true },
  silent: { number: '4000 0000 0000 0119', does: 'Nobody answers: time-out', tells: [] },
  late: {
    number: '4000 0000 0000 0341',
    does: 'Approved late',
    tells: [{ outcome: 'approved', after: slowBank }],
  },
  twice: { number: '4000 0000 0000 0259', does: 'Charged twice', tells: [now, now] },
} as const satisfies Record<string, TestCard>;

export type TestCardName = keyof typeof testCards;
export const isTestCard = (name: string | null): name is TestCardName =>
  name !== null && Object.hasOwn(testCards, name);

/** As providers show a number: its ends. */
export const masked = ({ number }: { readonly number: string }): string => {
  const digits = number.replaceAll(' ', '');
  return `${digits.slice(0, 6)}******${digits.slice(-4)}`;
};

/** The code that the bank of the sandbox takes. */
export const sandboxCode = '2468';
