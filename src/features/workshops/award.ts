/**
 * Training coins for who came (LGM: without value in money) [001 §9 Tokens]. Somebody who was checked in names a
 * wallet, two people of finance release what is to be sent to it, one sends it by hand and records the hash.
 */
export type Award = {
  readonly id: string;
  /** Whole LGM. */
  readonly lgm: number;
  readonly address: string | null;
  readonly releasedAt: Date | null;
  readonly sentAt: Date | null;
  readonly transactionHash: string | null;
};

/** `unnamed`: it waits for its owner. `named`: for two people. `released`: for being sent. */
export type AwardState = 'unnamed' | 'named' | 'released' | 'sent';

export function awardState({ address, releasedAt, sentAt }: Award): AwardState {
  if (sentAt) return 'sent';
  if (releasedAt) return 'released';
  return address ? 'named' : 'unnamed';
}

/** What is frozen when two people release: how much goes where. Whose it is, is read where it is shown. */
export type Releasing = {
  readonly awards: readonly {
    readonly id: string;
    readonly address: string;
    readonly lgm: number;
  }[];
};

/** Whether everything that was asked for is among what is ready now, for the wallet that was read. */
export const stillStands = ({ awards }: Releasing, ready: readonly Award[]): boolean =>
  awards.every(({ id, address }) => ready.some((one) => one.id === id && one.address === address));
