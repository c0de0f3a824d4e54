import { chmodSync, renameSync, writeFileSync } from 'node:fs';

/** Monotonic clock in ms, which libfaketime does not change and all processes of the machine share. */
const monotonicMs = () => Number(process.hrtime.bigint() / 1_000_000n);

/** A fake clock: the offset file that libfaketime reads, and the real time in ms when `monotonicMs` was 0. */
export type Hand = { readonly file: string; readonly realStart: number };

/** Sets the clock, from now on, in every process that reads the file. */
export function setClock({ file, realStart }: Hand, at: string): void {
  const seconds = Math.round((Date.parse(at) - realStart - monotonicMs()) / 1000);
  const next = `${file}.next`;
  writeFileSync(next, `${seconds < 0 ? '' : '+'}${seconds}\n`);
  chmodSync(next, 0o644);
  // Renaming is atomic, so readers get the old or the new content.
  renameSync(next, file);
}

export function newClock(file: string, at: string): Hand {
  const hand = { file, realStart: Date.now() - monotonicMs() };
  setClock(hand, at);
  return hand;
}

/** Environment variables that put a program and its children under a clock. Timers stay real. */
export const under = (preload: string, { file, realStart }: Hand): Record<string, string> => ({
  LD_PRELOAD: preload,
  FAKETIME_TIMESTAMP_FILE: file,
  FAKETIME_NO_CACHE: '1',
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
  CLOCK_REAL_START: String(realStart),
});
