import { chmodSync, renameSync, writeFileSync } from 'node:fs';

/** Milliseconds of a clock that libfaketime leaves alone, the same in every process of this machine. */
const steady = () => Number(process.hrtime.bigint() / 1_000_000n);

/** The hand of a clock: the file that its processes read; what the true clock said when `steady` was 0, in ms. */
export type Hand = { readonly file: string; readonly realStart: number };

/** Sets the clock of every process that reads the file. */
export function setClock({ file, realStart }: Hand, at: string): void {
  const seconds = Math.round((Date.parse(at) - realStart - steady()) / 1000);
  const next = `${file}.next`;
  writeFileSync(next, `${seconds < 0 ? '' : '+'}${seconds}\n`);
  chmodSync(next, 0o644);
  // Whoever reads meanwhile reads the old or the new one whole.
  renameSync(next, file);
}

/** Lays down a clock that stands at a moment, and answers the hand of it. */
export function newClock(file: string, at: string): Hand {
  const hand = { file, realStart: Date.now() - steady() };
  setClock(hand, at);
  return hand;
}

/** What puts a program, and all that it starts, under a clock. Waiting stays real. */
export const under = (preload: string, { file, realStart }: Hand): Record<string, string> => ({
  LD_PRELOAD: preload,
  FAKETIME_TIMESTAMP_FILE: file,
  FAKETIME_NO_CACHE: '1',
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
  CLOCK_REAL_START: String(realStart),
});
