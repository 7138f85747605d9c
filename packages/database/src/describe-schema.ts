import type { Queryable } from "./database-pool.ts";

/**
 * Describes the schema after all migrations, as text for reviewers and for a test. It is no dump: it reads the catalogs
 * in a fixed order, so it changes only with the schema.
 */
export async function describeSchema(database: Queryable): Promise<string> {
  const { rows: tables } = await database.query<{ name: string; text: string }>(`
    select c.relname as name,
           format(E'create table %s (\\n%s\\n)%s%s%s;', c.relname,
             string_agg(format('  %s %s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
               case when a.attnotnull then ' not null' else '' end,
               case when a.attidentity = 'a' then ' generated always as identity'
                    when a.attgenerated = 's' then ' generated always as ' || pg_get_expr(d.adbin, d.adrelid) || ' stored'
                    when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end),
               E',\\n' order by a.attnum),
             case when c.relkind = 'p' then ' partition by ' || pg_get_partkeydef(c.oid) else '' end,
             case when c.relispartition then ' partition of ' || (select inhparent::regclass from pg_inherits where inhrelid = c.oid)
                                             || ' ' || pg_get_expr(c.relpartbound, c.oid) else '' end,
             coalesce(' with (' || array_to_string(c.reloptions, ', ') || ')', '')) as text
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname not like 'knex%'
       -- Daily partitions are created and dropped all the time.
       and (not c.relispartition or pg_get_expr(c.relpartbound, c.oid) = 'DEFAULT')
     group by c.oid, c.relname, c.reloptions`);
  const { rows: constraints } = await database.query<{ name: string; text: string }>(`
    select conrelid::regclass::text as name,
           format('alter table %s add constraint %s %s;', conrelid::regclass, conname, pg_get_constraintdef(oid)) as text
      from pg_constraint
     where connamespace = 'public'::regnamespace and conrelid <> 0 and contype <> 'n'
       and conrelid::regclass::text not like 'knex%'
     order by conname`);
  const { rows: indexes } = await database.query<{ name: string; text: string }>(`
    select tablename as name, indexdef || ';' as text from pg_indexes
     where schemaname = 'public' and tablename not like 'knex%'
       and indexname not in (select conname from pg_constraint) order by indexname`);
  const { rows: functions } = await database.query<{ text: string }>(`
    select pg_get_functiondef(p.oid) || ';' as text from pg_proc p
     where p.pronamespace = 'public'::regnamespace order by p.proname`);
  const ofTable = (rows: readonly { name: string; text: string }[], name: string) =>
    rows.filter((row) => row.name === name).map(({ text }) => text);
  const blocks = tables
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .map(({ name, text }) => [text, ...ofTable(constraints, name), ...ofTable(indexes, name)].join("\n"));
  const header =
    "-- The schema that the migrations create, for review; written by `npm run schema`, compared by a test.";
  return `${[header, ...functions.map(({ text }) => text), ...blocks].join("\n\n")}\n`;
}
