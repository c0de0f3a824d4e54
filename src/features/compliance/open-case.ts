import { audit } from '../../platform/audit.ts';
import { type Db, publishTopic } from '../../platform/database/database.ts';
import { type NewCase, openOrJoinCase } from './case-store.ts';

/** Opens a case for staff (decision A8), or adds alerts to an open case of the same kind, unless `manual`. */
export async function openCase(tx: Db, newCase: NewCase): Promise<string> {
  const { by, kind, title, userId } = newCase;
  const id = await openOrJoinCase(tx, newCase);
  await audit(tx, {
    actorId: by?.id ?? null,
    actorRole: by?.roles.join(',') ?? 'system',
    action: 'compliance.case_gathered',
    subjectType: 'case',
    subjectId: id,
    aboutId: userId,
    after: { customer: userId, kind, title, alerts: newCase.alerts },
    requestId: by?.requestId ?? null,
  });
  publishTopic(tx, 'compliance');
  return id;
}
