import { sql } from 'kysely';

/**
 * Row that names the active settings, lists and rules, changed in their transactions. Processes cache by these names.
 */
export const activeVersions = sql`active_versions`;
