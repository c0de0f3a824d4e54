import type { TestServer } from './worker.ts';

/** Changes part of a setting directly in the database, without approval. */
export const applySetting = ({ owner }: Pick<TestServer, 'owner'>, key: string, part: object) =>
  owner.query(
    `insert into setting_versions (key, value) select key, value || $2::jsonb from setting_versions where key = $1
      order by valid_from desc, id desc limit 1`,
    [key, JSON.stringify(part)],
  );
