import { type Db, firstValue } from '../../../platform/database.ts';
import type { AppealWarning } from './public-schema.ts';

type NewAppeal = AppealWarning & { readonly now: Date };

/** Returns null when the warning does not exist, or too many appeals about it are open. */
export const insertAppeal = (tx: Db, { slug, name, email, statement, now }: NewAppeal) =>
  firstValue<string>(tx)`
    select app.appeal_scam(${slug}, ${name}, ${email}, ${statement}, ${now}) id`;
