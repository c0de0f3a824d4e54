import type { Readable } from 'node:stream';

/** 10 MB, as the specification counts it, judged by the server [000 §5 Files, §9, 001 §5 Files]. */
export const maxFileBytes = 10 * 1024 * 1024;

/**
 * Private bytes behind few calls. Keys are made of our own ids, never of a file's name. What is put where something
 * stands takes its place, whole or not at all. Removing what is not there is no fault.
 */
export type FileStore = {
  /** Keeps `bytes` bytes of this stream; fails when the stream breaks or ends elsewhere. */
  readonly put: (key: string, content: Readable, bytes: number) => Promise<void>;
  /** `over` says that nobody waits for it any more. */
  readonly read: (key: string, over?: AbortSignal) => Promise<Readable>;
  readonly remove: (key: string) => Promise<void>;
};
