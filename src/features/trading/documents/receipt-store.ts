import { type Db, firstRow } from '../../../platform/database/database.ts';

export const findReceiptCustomer = (tx: Db, userId: string) =>
  firstRow<{ name: string; email: string }>(tx)`
    select first_name || ' ' || last_name "name", email from profiles where id = ${userId}`;
