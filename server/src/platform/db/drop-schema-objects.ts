import type pg from 'pg';

/**
 * Drops everything that `sql/` creates so that it can be applied again: views, triggers, functions, and the checks and defaults
 * that call our functions. Leaves other schemas and objects of extensions alone.
 * Fails when a table, an index or a generated column depends on a function. Migrations must not depend on functions.
 */
export async function dropSchemaObjects(client: pg.ClientBase): Promise<void> {
  for (const statements of [VIEWS, TRIGGERS, CHECKS, DEFAULTS, ROUTINES]) {
    const { rows } = await client.query<{ statement: string }>(statements);
    for (const { statement } of rows) await client.query(statement);
  }
}

const PUBLIC = `'public'::regnamespace`;

/** Functions and procedures of the schema, without those of extensions. */
const OUR_ROUTINES = `
  select p.oid, p.oid::regprocedure as signature from pg_proc p where p.pronamespace = ${PUBLIC} and p.prokind in ('f', 'p')
    and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')`;

/** Drops all views in one statement, because views may depend on each other. */
const VIEWS = `
  select 'drop view ' || string_agg(quote_ident(c.relname), ', ') as statement from pg_class c
  where c.relnamespace = ${PUBLIC} and c.relkind = 'v'
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  having count(*) > 0`;

const TRIGGERS = `
  select format('drop trigger %I on %I', t.tgname, c.relname) as statement
  from pg_trigger t join pg_class c on c.oid = t.tgrelid where not t.tgisinternal and c.relnamespace = ${PUBLIC}`;

const CHECKS = `
  select distinct format('alter table %I drop constraint %I', c.relname, k.conname) as statement
  from pg_constraint k join pg_class c on c.oid = k.conrelid
    join pg_depend d on d.classid = 'pg_constraint'::regclass and d.objid = k.oid and d.refclassid = 'pg_proc'::regclass
  where k.contype = 'c' and d.refobjid in (select oid from (${OUR_ROUTINES}) ours)`;

const DEFAULTS = `
  select distinct format('alter table %I alter column %I drop default', c.relname, a.attname) as statement
  from pg_attrdef f join pg_class c on c.oid = f.adrelid join pg_attribute a on a.attrelid = f.adrelid and a.attnum = f.adnum
    join pg_depend d on d.classid = 'pg_attrdef'::regclass and d.objid = f.oid and d.refclassid = 'pg_proc'::regclass
  where a.attgenerated = '' and d.refobjid in (select oid from (${OUR_ROUTINES}) ours)`;

const ROUTINES = `
  select 'drop routine ' || string_agg(signature::text, ', ') as statement from (${OUR_ROUTINES}) ours having count(*) > 0`;
