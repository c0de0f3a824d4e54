import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealEntries } from '../../../test/sealing.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { openPool } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { chainEntries, genesisHash, hashSeal } from './chain.ts';
import { streamExport } from './export-route.ts';
import { loadExportLines } from './store.ts';
import { type Anchor, verify } from './verify.ts';

const { owner, services } = await serverUnderTest();
const sealer = openPool({ url: services.appUrl, role: 'cryptocommerce_sealer', max: 2 });
afterAll(() => sealer.end());

const size = 40;
const trials = 1_000;
const actions = ['trading.approvePayout', 'settings.approve', 'identity.read', 'roles.approve'];

function seededRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const createDb = (client: pg.PoolClient) =>
  new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: {
        connect: async () => ({
          query: (text: string, values?: unknown[]) => client.query(text, values),
          release: () => undefined,
        }),
        end: async () => undefined,
      } as unknown as PostgresPool,
    }),
  });

async function exportLog(client: pg.PoolClient): Promise<string[]> {
  const texts: string[] = [];
  const db = createDb(client);
  for await (const text of streamExport((read) => read(db), { from: '1', until: null }, new Date())) texts.push(text);
  return texts.join('').trimEnd().split('\n');
}

let head: Anchor;
beforeAll(async () => {
  await owner.query('truncate audit_log, audit_seals');
  for (let n = 0; n < size; n += 1)
    await owner.query(
      `insert into audit_log (actor_id, actor_role, action, subject_type, subject_id, before, after, reason_code, request_id, about_id, for_role)
       values (uuidv7(), 'finance', $1, 'order', $2, $3, $4, null, $5, case when $6 then uuidv7() end, $7)`,
      [
        ...[actions[n % 4], `order-${n}`, { held: false, big: n }, { text: `line\u2028${n}\n` }, `req-${n}`],
        ...[n % 4 === 0, n % 5 === 0 ? 'compliance' : null],
      ],
    );
  await sealEntries(sealer, size);
  const client = await owner.connect();
  head = (await verify(await exportLog(client))).last;
  client.release();
});

type Alter = (client: pg.PoolClient, pick: (below: number) => number) => Promise<void>;

const findAuditId = async (client: pg.PoolClient, seq: number) =>
  (await client.query<{ id: string }>('select audit_id id from audit_seals where seq = $1', [seq])).rows[0]?.id ?? '';

const changes = [
  `action = action || ' '`,
  `at = at + interval '1 microsecond'`,
  `actor_id = uuidv7()`,
  `actor_id = null`,
  `actor_role = 'admin'`,
  `subject_id = 'order-x'`,
  `subject_type = 'orders'`,
  `before = null`,
  `before = '{"big": 9007199254740993, "held": false}'`,
  `after = '{}'`,
  `reason_code = ''`,
  `request_id = null`,
  `about_id = actor_id`,
  `for_role = case when for_role is null then 'compliance' end`,
];

const withheldDigest = `2:compliance:about:${'a'.repeat(64)}`;

/** Recomputes every seal from line `from` on, as an attacker who knows the format would. */
async function rehash(client: pg.PoolClient, from: number, until = Number.MAX_SAFE_INTEGER): Promise<void> {
  const lines = await loadExportLines(createDb(client), { after: '0', until: '999999', limit: 1_000 });
  const before = lines.find(({ seq }) => Number(seq) === from - 1);
  let last = before ? { seq: before.seq, hash: before.hash } : { seq: String(from - 1), hash: genesisHash };
  for (const line of lines.filter(({ seq }) => Number(seq) >= from && Number(seq) <= until)) {
    const withheldSeal = { seq: line.seq, previous: last.hash, digest: withheldDigest, sealedAt: line.sealedAt };
    const newSeal = (line.entry && chainEntries(last, [line.entry], line.sealedAt)[0]) ?? {
      ...withheldSeal,
      hash: hashSeal(withheldSeal),
    };
    last = newSeal;
    await client.query('update audit_seals set previous = $2, digest = $3, hash = $4 where seq = $1', [
      line.seq,
      newSeal.previous,
      newSeal.digest,
      newSeal.hash,
    ]);
  }
}

async function removeEntry(client: pg.PoolClient, seq: number, close: boolean) {
  const id = await findAuditId(client, seq);
  await client.query('delete from audit_seals where seq = $1', [seq]);
  await client.query('delete from audit_log where id = $1', [id]);
  if (close) await client.query('update audit_seals set seq = seq - 1 where seq > $1', [seq]);
}

const swap = async (client: pg.PoolClient, first: number, second: number) => {
  const [a, b] = [await findAuditId(client, first), await findAuditId(client, second)];
  await client.query(
    'update audit_seals set audit_id = case seq when $1::bigint then $3::uuid else $4::uuid end where seq in ($1::bigint, $2::bigint)',
    [first, second, b, a],
  );
};

async function insertEntry(client: pg.PoolClient, seq: number, copied: boolean) {
  const { rows } = await client.query<{ id: string }>(
    `insert into audit_log (at, actor_role, action, subject_type, subject_id)
     select at, 'finance', 'trading.approvePayout', 'order', 'order-forged' from audit_log
      where id = (select audit_id from audit_seals where seq = $1) returning id`,
    [seq],
  );
  await client.query('update audit_seals set seq = seq + 1 where seq >= $1', [seq]);
  const from = copied ? 'digest' : `repeat('a', 64)`;
  await client.query(
    `insert into audit_seals (seq, audit_id, previous, digest, sealed_at, hash)
     select $1::bigint, $2::uuid, previous || '', ${from}, sealed_at, hash || '' from audit_seals where seq = $1::bigint + 1`,
    [seq, rows[0]?.id],
  );
}

/** Marks an entry as erased; `isRewritten` also replaces its content. */
async function markErased(client: pg.PoolClient, seq: number, isRewritten: boolean) {
  const instead = `, before = null, after = '{"forged": true}', action = 'audit.nothing', actor_id = null`;
  const id = await findAuditId(client, seq);
  await client.query(`update audit_log set erased_at = now()${isRewritten ? instead : ''} where id = $1`, [id]);
}

const kinds: Readonly<Record<string, Alter>> = {
  change: async (client, pick) => {
    const seq = 1 + pick(size);
    await client.query(`update audit_log set ${changes[pick(changes.length)]} where id = $1`, [
      await findAuditId(client, seq),
    ]);
    const how = pick(3);
    if (how === 1) await rehash(client, seq, seq);
    if (how === 2) await rehash(client, seq);
  },
  delete: async (client, pick) => {
    const seq = 1 + pick(size);
    const how = pick(4);
    if (how === 0) await client.query('delete from audit_log where id = $1', [await findAuditId(client, seq)]);
    else await removeEntry(client, seq, how > 1);
    if (how === 3) await rehash(client, seq);
  },
  reorder: async (client, pick) => {
    const first = 1 + pick(size);
    const second = 1 + ((first + pick(size - 1)) % size);
    await swap(client, first, second);
    if (pick(2) === 1) await rehash(client, Math.min(first, second));
  },
  insert: async (client, pick) => {
    const seq = 1 + pick(size);
    await insertEntry(client, seq, pick(2) === 1);
    if (pick(2) === 1) await rehash(client, seq);
  },
  callErased: async (client, pick) => {
    const seq = 1 + pick(size);
    await markErased(client, seq, pick(2) === 1);
    const how = pick(3);
    if (how === 1) await rehash(client, seq, seq);
    if (how === 2) await rehash(client, seq);
  },
};
const names = Object.keys(kinds);

const dropConstraints = `set local session_replication_role = replica;
  alter table audit_seals drop constraint chain_never_forks, drop constraint sealed_once, drop constraint audit_seals_pkey`;

test('an unchanged log verifies', async () => {
  const client = await owner.connect();
  const lines = await exportLog(client);
  client.release();
  expect(await verify(lines, [head])).toMatchObject({ entries: size, withoutContent: 0, broken: [], unproven: [] });
  expect(head.seq).toBe(String(size));
});

test(`each of ${trials} alterations by a database superuser is found`, async () => {
  const client = await owner.connect();
  const found: Record<string, number> = {};
  const missed: string[] = [];
  for (let trial = 0; trial < trials; trial += 1) {
    const name = names[trial % names.length] ?? '';
    await client.query('begin');
    await client.query(dropConstraints);
    await kinds[name]?.(client, seededRandom(trial * 7_919 + 1));
    const { broken } = await verify(await exportLog(client), [head]);
    await client.query('rollback');
    if (broken.length > 0) found[name] = (found[name] ?? 0) + 1;
    else missed.push(`${name} with seed ${trial}`);
  }
  client.release();
  expect(missed).toEqual([]);
  expect(found).toEqual({ change: 200, delete: 200, reorder: 200, insert: 200, callErased: 200 });
}, 240_000);

test('a cut end with a new tail is found by the anchor only', async () => {
  const client = await owner.connect();
  await client.query('begin');
  await client.query(dropConstraints);
  await client.query('delete from audit_seals where seq > $1', [size - 5]);
  const lines = await exportLog(client);
  await client.query('rollback');
  client.release();
  const withoutAnchor = await verify(lines);
  expect(withoutAnchor.broken).toEqual([]);
  expect(withoutAnchor.unproven).toHaveLength(1);
  expect((await verify(lines, [head])).broken).toEqual([
    { line: size - 5 + 3, why: `entry ${size} was anchored and is missing` },
  ]);
});

const folder = mkdtempSync(join(tmpdir(), 'audit-'));
function run(name: string, content: readonly string[], ...more: string[]): { code: number; output: string } {
  const file = join(folder, name);
  writeFileSync(file, `${content.join('\n')}\n`);
  try {
    const out = execFileSync(process.execPath, ['tools/audit-verify.ts', file, ...more], { env: {}, stdio: 'pipe' });
    return { code: 0, output: out.toString() };
  } catch (error) {
    const { status, stdout, stderr } = error as { status: number; stdout: Buffer; stderr: Buffer };
    return { code: status, output: `${stdout}${stderr}` };
  }
}

test('the command distinguishes a forged erasure from one named after the end of the file', async () => {
  const client = await owner.connect();
  await client.query('begin');
  await markErased(client, 21, true);
  const byHand = await exportLog(client);
  await client.query(
    `insert into audit_log (actor_role, action, subject_type, subject_id, after)
     values ('system', 'audit.erased', 'audit_log', 'entries', '{"lines": [21]}')`,
  );
  const namedLater = await exportLog(client);
  await client.query('rollback');
  client.release();
  const anchor = ['--anchor', `${head.seq}:${head.hash}`];
  const [broken, open] = [run('by-hand.ndjson', byHand, ...anchor), run('waits.ndjson', namedLater, ...anchor)];
  expect([broken.code, open.code]).toEqual([1, 4]);
  expect(broken.output).toContain(':22: entry 21 has no content, and no later entry records its erasure');
  expect(open.output).toContain('Not proven: entries 21 have no content, and the proof');
  for (const { output } of [broken, open]) {
    expect(output).toMatch(/newest erased entry was sealed 20\d\d-\S+Z/);
    expect(output).not.toContain('Complete');
  }
});

test('the command names the broken line from the file alone', async () => {
  const client = await owner.connect();
  const lines = await exportLog(client);
  client.release();
  const intact = run('whole.ndjson', lines, '--anchor', `${head.seq}:${head.hash}`);
  expect(intact.code).toBe(0);
  expect(intact.output).toContain('Complete');
  const unanchored = run('alone.ndjson', lines);
  expect(unanchored).toMatchObject({ code: 3, output: expect.not.stringContaining('Complete') });
  expect(unanchored.output).toContain('no anchor proves its end');
  expect(intact.output).toContain(`40 log entries; last 40:${head.hash}; 0 not sealed yet.`);
  const changed = [...lines];
  changed[17] = (changed[17] ?? '').replace('"finance"', '"support"');
  const broken = run('changed.ndjson', changed);
  expect(broken.code).toBe(1);
  expect(broken.output).toContain('changed.ndjson:18: entry 17 is not the one that was sealed');
  expect(run('cut.ndjson', lines.slice(0, 20)).output).toContain(
    'cut.ndjson:21: the file is cut off: its end line is missing',
  );
  expect(run('other.ndjson', ['{}']).code).toBe(1);
});
