import { chmodSync, renameSync, writeFileSync } from 'node:fs';

/** Milliseconds of a clock that libfaketime does not change, equal in all processes of a machine. */
const steady = () => Number(process.hrtime.bigint() / 1_000_000n);

/** Clock file that processes read, and the true time when `steady` was 0, ms. */
export type Hand = { readonly file: string; readonly realStart: number };

/** Sets the clock of every process that reads the file. */
export function setClock({ file, realStart }: Hand, at: string): void {
  const seconds = Math.round((Date.parse(at) - realStart - steady()) / 1000);
  const next = `${file}.next`;
  writeFileSync(next, `${seconds < 0 ? '' : '+'}${seconds}\n`);
  chmodSync(next, 0o644);
  // Atomic: readers get the old or the new content.
  renameSync(next, file);
}

/** Creates a clock set to a moment. */
export function newClock(file: string, at: string): Hand {
  const hand = { file, realStart: Date.now() - steady() };
  setClock(hand, at);
  return hand;
}

/** Environment that runs a program and its children under a clock. Timers stay real. */
export const under = (preload: string, { file, realStart }: Hand): Record<string, string> => ({
  LD_PRELOAD: preload,
  FAKETIME_TIMESTAMP_FILE: file,
  FAKETIME_NO_CACHE: '1',
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
  CLOCK_REAL_START: String(realStart),
});
