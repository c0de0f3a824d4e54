/** Training coins (LGM) for attendance [001 §9 Tokens]. Two finance staff release an award, then one sends it. */
export type Award = {
  readonly id: string;
  readonly lgm: number;
  readonly address: string | null;
  readonly releasedAt: Date | null;
  readonly sentAt: Date | null;
  readonly transactionHash: string | null;
};

/** `unnamed`: needs a wallet. `named`: needs a release. `released`: needs a transfer. */
export type AwardState = 'unnamed' | 'named' | 'released' | 'sent';

export function getAwardState({ address, releasedAt, sentAt }: Award): AwardState {
  if (sentAt) return 'sent';
  if (releasedAt) return 'released';
  return address ? 'named' : 'unnamed';
}

/** Payload of a release proposal: amount and wallet of each award. */
export type ReleasePayload = {
  readonly awards: readonly {
    readonly id: string;
    readonly address: string;
    readonly lgm: number;
  }[];
};

/** True when each proposed award is still releasable to the same wallet. */
export const isStillReady = ({ awards }: ReleasePayload, ready: readonly Award[]): boolean =>
  awards.every(({ id, address }) => ready.some((readyAward) => readyAward.id === id && readyAward.address === address));
