import { onConnection } from './one-connection.ts';

/**
 * The public schema as SQL text, for readers and for a test that compares it: types, tables, indexes, views, functions,
 * triggers, comments and grants. It reads the catalogue, because the embedded PostgreSQL has no pg_dump.
 */
export async function dumpSchema(url: string): Promise<string> {
  return onConnection(url, async (client) => {
    const parts: string[] = [
      '-- Made by `npm run schema` from server/migrations and server/sql. Do not edit.',
    ];
    for (const query of [TYPES, TABLES, INDEXES, SEQUENCES, VIEWS, ROUTINES, TRIGGERS, GRANTS]) {
      const { rows } = await client.query<{ text: string }>(query);
      parts.push(...rows.map((row) => row.text.trim()));
    }
    return `${parts.join('\n\n')}\n`;
  });
}

const PUBLIC = `'public'::regnamespace`;

const TYPES = `
  select format(E'create type %I as (\\n  %s\\n);', c.relname,
    string_agg(format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod)), E',\\n  ' order by a.attnum)) as text
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = ${PUBLIC} and c.relkind = 'c' group by c.relname order by c.relname`;

const TABLES = `
  select format(E'create table %I (\\n  %s\\n);', c.relname, string_agg(line, E',\\n  ' order by kind, place)) || coalesce((
      select string_agg(format(E'\\ncomment on %s is %L;', case when d.objsubid = 0 then 'table ' || quote_ident(c.relname)
          else format('column %I.%I', c.relname, a.attname) end, d.description), '' order by d.objsubid)
      from pg_description d left join pg_attribute a on a.attrelid = d.objoid and a.attnum = d.objsubid
      where d.classoid = 'pg_class'::regclass and d.objoid = c.oid), '') as text
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
    from pg_constraint where conrelid = c.oid and contype not in ('n', 't')) lines on true
  where c.relnamespace = ${PUBLIC} and c.relkind in ('r', 'p')
  group by c.oid, c.relname order by c.relname`;

const INDEXES = `
  select string_agg(indexdef || ';', E'\\n' order by tablename, indexname) as text
  from pg_indexes i where schemaname = 'public'
    and not exists (select from pg_constraint k where k.conname = i.indexname and k.connamespace = ${PUBLIC})
  having count(*) > 0`;

/** Sequences, except those of identity columns, which the tables include. */
const SEQUENCES = `
  select string_agg(format('create sequence %I as %s minvalue %s start %s;', sequencename, data_type, min_value, start_value),
    E'\\n' order by sequencename) as text
  from pg_sequences where schemaname = 'public'
    and not exists (select from pg_depend d where d.objid = format('public.%I', sequencename)::regclass and d.deptype = 'i')
  having count(*) > 0`;

const VIEWS = `
  select format(E'create view %I as\\n%s%s', relname, pg_get_viewdef(oid),
    E'\\n' || (select format('comment on view %I is %L;', relname, obj_description(oid)) where obj_description(oid) is not null)) as text
  from pg_class where relnamespace = ${PUBLIC} and relkind = 'v' order by relname`;

const ROUTINES = `
  select pg_get_functiondef(oid) || ';' || coalesce(E'\\n' || format('comment on function %s is %L;', oid::regprocedure, obj_description(oid)), '')
    as text
  from pg_proc where pronamespace = ${PUBLIC} and prokind in ('f', 'p') order by proname, oid::regprocedure::text`;

const TRIGGERS = `
  select string_agg(pg_get_triggerdef(t.oid) || ';', E'\\n' order by c.relname, t.tgname) as text
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where not t.tgisinternal and c.relnamespace = ${PUBLIC} having count(*) > 0`;

/** Grants to roles other than the owner, one line per object and role. */
const GRANTS = `
  select string_agg(format('grant %s on %s %s to %s;', rights, kind, name, role), E'\\n' order by kind, name, role) as text from (
    select kind, name, case when grantee = 0 then 'public' else grantee::regrole::text end as role,
      string_agg(lower(privilege_type), ', ' order by privilege_type) as rights
    from (
      select case relkind when 'S' then 'sequence' else 'table' end as kind, quote_ident(relname) as name, relowner as owner, a.*
      from pg_class, aclexplode(relacl) a where relnamespace = ${PUBLIC}
      union all
      select 'table', quote_ident(relname), relowner, grantor, grantee,
        format('%s (%s)', privilege_type, string_agg(quote_ident(attname), ', ' order by attnum)), is_grantable
      from pg_class c join pg_attribute on attrelid = c.oid, aclexplode(attacl) where relnamespace = ${PUBLIC}
      group by relname, relowner, grantor, grantee, privilege_type, is_grantable
      union all
      select 'function', oid::regprocedure::text, proowner, a.*
      from pg_proc, aclexplode(coalesce(proacl, acldefault('f', proowner))) a where pronamespace = ${PUBLIC}) given
    where grantee <> owner group by kind, name, grantee) granted
  having count(*) > 0`;
