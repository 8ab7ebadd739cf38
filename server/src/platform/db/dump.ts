import pg from 'pg';

/** The public schema as text, from the catalogue (the embedded PostgreSQL ships no pg_dump): for people to read and for a test to compare. */
export async function dumpSchema(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const parts: string[] = ['-- Made by `npm run schema` from the migrations. Do not edit.'];
    for (const query of [DOMAINS, TABLES, INDEXES, FUNCTIONS, TRIGGERS]) {
      const { rows } = await client.query<{ text: string }>(query);
      parts.push(...rows.map((row) => row.text.trim()));
    }
    return `${parts.join('\n\n')}\n`;
  } finally {
    await client.end();
  }
}

const DOMAINS = `
  select string_agg(format('create domain %I as %s %s;', t.typname, format_type(t.typbasetype, t.typtypmod),
    (select string_agg(pg_get_constraintdef(k.oid), ' ' order by conname) from pg_constraint k where k.contypid = t.oid)),
    E'\\n' order by t.typname) as text
  from pg_type t where t.typtype = 'd' and t.typnamespace = 'public'::regnamespace having count(*) > 0`;

const TABLES = `
  select format(E'create table %I (\\n  %s\\n);', c.relname, string_agg(line, E',\\n  ' order by kind, place)) as text
  from pg_class c
  join lateral (
    select 0 as kind, a.attnum::int as place, concat_ws(' ', quote_ident(a.attname), format_type(a.atttypid, a.atttypmod),
      case when a.attidentity <> '' then 'generated always as identity' end,
      case when a.attgenerated <> '' then 'generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
        when d.adbin is not null then 'default ' || pg_get_expr(d.adbin, d.adrelid) end,
      case when a.attnotnull then 'not null' end) as line
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    union all
    select 1, row_number() over (order by conname)::int, format('constraint %I %s', conname, pg_get_constraintdef(oid))
    from pg_constraint where conrelid = c.oid and contype <> 'n') lines on true
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
  group by c.relname order by c.relname`;

const INDEXES = `
  select string_agg(indexdef || ';', E'\\n' order by tablename, indexname) as text
  from pg_indexes i where schemaname = 'public'
    and not exists (select from pg_constraint k where k.conname = i.indexname and k.connamespace = 'public'::regnamespace)
  having count(*) > 0`;

const FUNCTIONS = `
  select pg_get_functiondef(oid) || ';' as text from pg_proc where pronamespace = 'public'::regnamespace and prokind in ('f', 'p') order by proname, oid`;

const TRIGGERS = `
  select string_agg(pg_get_triggerdef(t.oid) || ';', E'\\n' order by c.relname, t.tgname) as text
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where not t.tgisinternal and c.relnamespace = 'public'::regnamespace having count(*) > 0`;
