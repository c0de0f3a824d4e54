import type { Readable } from 'node:stream';

/** 10 MB, checked on the server [000 §5 Files, §9, 001 §5 Files]. */
export const maxFileBytes = 10 * 1024 * 1024;

/** Keys contain ids, never file names. `put` replaces atomically. Removing a missing file succeeds. */
export type FileStore = {
  /** Rejects when the stream fails or does not have exactly `bytes` bytes. */
  readonly put: (key: string, content: Readable, bytes: number) => Promise<void>;
  readonly read: (key: string, signal?: AbortSignal) => Promise<Readable>;
  readonly remove: (key: string) => Promise<void>;
};
