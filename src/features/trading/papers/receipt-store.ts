import { type Db, firstRow } from '../../../platform/database.ts';

/** The customer's name and address of mail for a receipt, if row security lets the reader see them. */
export const customerOf = (tx: Db, userId: string) =>
  firstRow<{ name: string; email: string }>(tx)`
    select first_name || ' ' || last_name "name", email from profiles where id = ${userId}`;
