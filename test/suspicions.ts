import { randomUUID } from 'node:crypto';
import { createSession } from './security/actors.ts';
import type { TestServer } from './worker.ts';

type AlertOptions = {
  rules?: string[];
  priority?: string;
  type?: string;
  at?: Date;
  orderId?: string | null;
  score?: number;
};

export function setUpSuspicions(server: TestServer) {
  const { owner, call } = server;
  const rowsOf = async <T = Record<string, unknown>>(sql: string, values: unknown[] = []): Promise<T[]> =>
    (await owner.query(sql, values)).rows as T[];
  const idOf = async (name: string): Promise<string> =>
    (await rowsOf<{ id: string }>('select id from profiles where email = $1', [`${name}@demo.test`]))[0]?.id ?? '';

  async function alertAbout(userId: string, options: AlertOptions = {}): Promise<string> {
    const {
      rules = ['large_amount'],
      priority = 'high',
      type = 'high_risk',
      at = new Date(),
      orderId = null,
    } = options;
    const id = randomUUID();
    await owner.query(
      `insert into transaction_alerts (id, transaction_id, user_id, alert_type, priority, risk_score, description, details,
         triggered_rules, sla_deadline, created_at)
       values ($1, $2, $3, $4, $5, $6, 'Created by a test', '{"riskFactors": []}', $7,
         $8::timestamptz + case when $5 in ('urgent', 'high') then interval '30 minutes' else interval '24 hours' end, $8)`,
      [id, orderId, userId, type, priority, options.score ?? 72, rules, at],
    );
    return id;
  }

  async function caseAbout(userId: string, cookie: string, more: { alerts?: string[]; orders?: string[] } = {}) {
    const { body, status } = await call<{ caseId: string }>(
      'compliance/openCase',
      { userId, title: 'A test', ...more },
      cookie,
    );
    if (status !== 200) throw new Error(`no case: ${JSON.stringify(body)}`);
    return body.caseId;
  }

  async function another(role: string): Promise<{ id: string; cookie: string }> {
    const email = `${randomUUID().slice(0, 8)}@staff.test`;
    const [created] = await rowsOf<{ id: string }>(
      `insert into auth."user" (name, email, "emailVerified") values ('Second ${role}', $1, true) returning id`,
      [email],
    );
    const id = created?.id ?? '';
    await owner.query(
      `insert into profiles (id, email, first_name, last_name, display_name, phone_number, date_of_birth,
         country_of_residence, declared_country, nationality, occupation)
       values ($1, $2, 'Second', $3, 'Second ' || $3, '+18765550100', '1990-04-12', 'JM', 'JM', 'JM', 'Officer')`,
      [id, email, role],
    );
    await owner.query('insert into user_roles (user_id, role) values ($1, $2)', [id, role]);
    return { id, cookie: await createSession(server, email) };
  }
  return { rowsOf, idOf, alertAbout, caseAbout, another };
}
