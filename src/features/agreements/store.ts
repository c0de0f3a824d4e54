import { allRows, type Db } from '../../platform/database.ts';
import type { Agreed } from './papers.ts';

/** What somebody has agreed to, every version of it. */
export const agreedBy = (tx: Db, userId: string) =>
  allRows<Agreed>(tx)`
    select document, version from agreements where user_id = ${userId}`;

/** Writes down that somebody agrees now, and returns what is new of it: an agreement of before keeps its date. */
export const addAgreements = (tx: Db, userId: string, agreed: readonly Agreed[]) =>
  allRows<Agreed>(tx)`
    insert into agreements (user_id, document, version)
      select ${userId}, document, version from jsonb_to_recordset(${JSON.stringify(agreed)}::jsonb)
        as given (document text, version text)
      on conflict on constraint agreed_once do nothing returning document, version`;
