import { sql } from 'kysely';
import { allRows, currentUserAccounts, type Db } from '../../../platform/database/database.ts';
import type { ReportStatus } from '../types.ts';
import type { SubmissionPage } from './schema.ts';

export type SubmissionRow = {
  readonly id: string;
  readonly name: string;
  readonly status: ReportStatus;
  readonly createdAt: Date;
  readonly matterId: string;
  readonly hasEvidence: boolean;
  /** Null for roles that may not see reporters. */
  readonly reporter: { readonly id: string; readonly name: string } | null;
};

type SubmissionQuery = SubmissionPage & { readonly withReporter: boolean; readonly limit: number };

/** Finds one page of submissions, newest first. Excludes all accounts of the current user. */
export const findSubmissions = (tx: Db, { status, after, withReporter, limit }: SubmissionQuery) =>
  allRows<SubmissionRow>(tx)`
    select r.id, r.name, r.status, r.created_at "createdAt", r.scam_case_id "matterId",
        r.evidence_file is not null "hasEvidence",
        ${
          withReporter
            ? sql`(select jsonb_build_object('id', p.id, 'name', p.display_name) from profiles p where p.id = r.user_id)`
            : sql`null::jsonb`
        } reporter
      from scam_reports r
     where r.user_id <> all (${currentUserAccounts}) ${status === null ? sql`` : sql`and r.status = ${status}`}
       ${after === null ? sql`` : sql`and (r.created_at, r.id) < (${after.at}, ${after.id})`}
     order by r.created_at desc, r.id desc limit ${limit}`;
