/** Training coins (LGM, without money value) for attendance [001 §9 Tokens]. Two finance staff release, one sends. */
export type Award = {
  readonly id: string;
  readonly lgm: number;
  readonly address: string | null;
  readonly releasedAt: Date | null;
  readonly sentAt: Date | null;
  readonly transactionHash: string | null;
};

/** `unnamed`: waits for a wallet. `named`: waits for a release. `released`: waits to be sent. */
export type AwardState = 'unnamed' | 'named' | 'released' | 'sent';

export function getAwardState({ address, releasedAt, sentAt }: Award): AwardState {
  if (sentAt) return 'sent';
  if (releasedAt) return 'released';
  return address ? 'named' : 'unnamed';
}

/** Frozen proposal payload: amount and wallet per award. */
export type ReleasePayload = {
  readonly awards: readonly {
    readonly id: string;
    readonly address: string;
    readonly lgm: number;
  }[];
};

/** True when each proposed award is still ready with the same wallet. */
export const isStillReady = ({ awards }: ReleasePayload, ready: readonly Award[]): boolean =>
  awards.every(({ id, address }) => ready.some((readyAward) => readyAward.id === id && readyAward.address === address));
