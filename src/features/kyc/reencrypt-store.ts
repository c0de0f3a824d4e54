import { allRows, type Db, firstValue } from '../../platform/database/database.ts';

export type EncryptedNumber = {
  readonly id: string;
  readonly userId: string;
  readonly field: 'trn_number' | 'id_number';
  readonly sealed: string;
};

/** Finds numbers encrypted with an older key, ordered by submission id. */
export const findOutdatedNumbers = (tx: Db, keyId: string, after: string) =>
  allRows<EncryptedNumber>(tx)`
    select k.id, k.user_id "userId", f.field, k.data ->> f.field sealed
      from (select * from kyc_submissions where id > ${after}
               and (data ->> 'trn_number' not like ${`s1.${keyId}.%`} or data ->> 'id_number' not like ${`s1.${keyId}.%`})
             order by id limit 100) k cross join (values ('trn_number'), ('id_number')) f(field)
     where k.data ->> f.field not like ${`s1.${keyId}.%`} order by k.id`;

/** Replaces an encrypted number. Returns false when the number changed in the meantime. */
export const replaceEncrypted = async (tx: Db, { id, field, sealed }: EncryptedNumber, renewed: string) =>
  (await firstValue<boolean>(tx)`
    select app.replace_encrypted_number(${id}, ${field}, ${sealed}, ${renewed}) done`) ?? false;
