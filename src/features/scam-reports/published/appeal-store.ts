import { type Db, firstValue } from '../../../platform/database.ts';
import type { AppealWarning } from './public-schema.ts';

type NewAppeal = AppealWarning & { readonly now: Date };

/**
 * Through the one function for it; null where no such warning stands, or too much waits about it: of strangers
 * together, or of whoever asks.
 */
export const insertAppeal = (tx: Db, { slug, name, email, statement, now }: NewAppeal) =>
  firstValue<string>(tx)`
    select app.appeal_scam(${slug}, ${name}, ${email}, ${statement}, ${now}) id`;
