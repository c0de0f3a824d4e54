import { sql } from 'kysely';

/** Row with the versions of the active settings, lists and rules. Processes use them as cache keys. */
export const activeVersions = sql`active_versions`;
