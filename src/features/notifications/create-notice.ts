import { type Db, publishTopic } from '../../platform/database/database.ts';
import type { NoticeKind } from './kinds.ts';
import { insertNotice, type NoticeContent } from './notice-store.ts';

type NoticeOptions = {
  readonly kind: NoticeKind;
  readonly now: Date;
  /** Idempotency key. Without it every call creates a notice. */
  readonly key?: string;
  readonly inDigest?: boolean;
};

/** Creates a notice on the person's page in the caller's transaction. Returns false if the key exists already. */
export async function createNotice(
  tx: Db,
  person: string,
  { kind, title, path, now, key, inDigest }: NoticeContent & NoticeOptions,
): Promise<boolean> {
  const isNew = await insertNotice(tx, {
    ...{ person, kind, now, key: key ?? null, inDigest: inDigest ?? false },
    content: { title: title.slice(0, 300), path },
  });
  if (isNew) publishTopic(tx, 'notices', person);
  return isNew;
}
