import { announce, type Db } from '../../platform/database.ts';
import type { Kind } from './kinds.ts';
import { insertNotice } from './notice-store.ts';

/** What a notice says, and the place of ours to which it leads: a path, never an address of anybody else. */
export type Facts = { readonly title: string; readonly path: string };

type Telling = {
  readonly kind: Kind;
  readonly now: Date;
  /** Under which it is told once, however often this runs; without it each time is a notice. */
  readonly key?: string;
  /** It goes out by mail with the others of its day. */
  readonly inDigest?: boolean;
};

/**
 * Tells a person something in their page, in the caller's transaction: one of the product's own, for nobody else tells
 * anybody anything. False where it was told under this key already.
 */
export async function tell(
  tx: Db,
  person: string,
  { kind, title, path, now, key, inDigest }: Facts & Telling,
): Promise<boolean> {
  const told = await insertNotice(tx, {
    ...{ person, kind, now, key: key ?? null, inDigest: inDigest ?? false },
    facts: { title: title.slice(0, 300), path },
  });
  if (told) announce(tx, 'notices', person);
  return told;
}
