import { type Db, firstValue } from '../../../platform/database/database.ts';
import type { AppealWarning } from './public-schema.ts';

type NewAppeal = AppealWarning & { readonly now: Date };

/** Stores an appeal and returns its id. Null when the warning is not public or has too many open appeals. */
export const insertAppeal = (tx: Db, { slug, name, email, statement, now }: NewAppeal) =>
  firstValue<string>(tx)`
    select app.appeal_scam(${slug}, ${name}, ${email}, ${statement}, ${now}) id`;
