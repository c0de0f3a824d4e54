import { allRows, type Db } from '../../../platform/database/database.ts';
import type { Agreed } from './legal-documents.ts';

export const findAgreements = (tx: Db, userId: string) =>
  allRows<Agreed>(tx)`
    select document, version from agreements where user_id = ${userId}`;

/** Stores agreements and returns the new ones. Existing agreements keep their date. */
export const insertAgreements = (tx: Db, userId: string, agreed: readonly Agreed[]) =>
  allRows<Agreed>(tx)`
    insert into agreements (user_id, document, version)
      select ${userId}, document, version from jsonb_to_recordset(${JSON.stringify(agreed)}::jsonb)
        as given (document text, version text)
      on conflict on constraint agreed_once do nothing returning document, version`;
