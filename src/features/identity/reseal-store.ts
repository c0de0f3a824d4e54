import { allRows, type Db, firstValue } from '../../platform/database.ts';

export type KeptNumber = {
  readonly id: string;
  readonly userId: string;
  readonly field: 'trn_number' | 'id_number';
  readonly sealed: string;
};

/** Sealed numbers that another key than this sealed, after a given submission in the order of ids. */
export const sealedOtherwise = (tx: Db, keyId: string, after: string) =>
  allRows<KeptNumber>(tx)`
    select k.id, k.user_id "userId", f.field, k.data ->> f.field sealed
      from (select * from kyc_submissions where id > ${after}
               and (data ->> 'trn_number' not like ${`s1.${keyId}.%`} or data ->> 'id_number' not like ${`s1.${keyId}.%`})
             order by id limit 100) k cross join (values ('trn_number'), ('id_number')) f(field)
     where k.data ->> f.field not like ${`s1.${keyId}.%`} order by k.id`;

/** Puts a number that was sealed anew in place of itself; false when another stands there by now. */
export const replaceSealed = async (tx: Db, { id, field, sealed }: KeptNumber, anew: string) =>
  (await firstValue<boolean>(tx)`
    select app.reseal_number(${id}, ${field}, ${sealed}, ${anew}) done`) ?? false;
